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

export const signed = value => (value > 0 ? `+${value}` : value < 0 ? `\u2212${-value}` : '0')
