/* The fragment of the address (the part after #) identifies the position shown, so that it
 * can be linked to. */

const addressPart = name => new URLSearchParams(location.hash.slice(1)).get(name)

/* The number with this name in the fragment, or 0. */
export const addressed = name => Number(addressPart(name)) || 0

/* The text with this name in the fragment, which may be empty. */
export const addressedText = name => addressPart(name) ?? ''

export function setAddress(values) {
  history.replaceState(null, '', `#${new URLSearchParams(values)}`)
}
