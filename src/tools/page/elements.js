/* Short names for what all scripts do with elements and numbers. */

export const byId = id => document.getElementById(id)

export function element(name, className, text = '') {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

export function button(className, text, onClick) {
  const made = element('button', className, text)
  made.type = 'button'
  made.onclick = onClick
  return made
}

export function svgElement(name, attributes, text = '') {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.textContent = text
  return made
}

export const signed = value => (value > 0 ? `+${value}` : value < 0 ? `\u2212${-value}` : '0')
