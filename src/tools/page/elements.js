/* Short names for what all scripts do with elements and numbers. */

export const byId = id => document.getElementById(id)

export function element(name, className, text = '') {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

/* An element with attributes, which contains texts and other elements. */
export function make(name, attributes = {}, ...children) {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.append(...children)
  return made
}

export function button(className, text, onClick) {
  const made = element('button', className, text)
  made.type = 'button'
  made.onclick = onClick
  return made
}

export const signed = value => (value > 0 ? `+${value}` : value < 0 ? `\u2212${-value}` : '0')
