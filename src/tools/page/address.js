/* The fragment of the address (the part after #) identifies the position shown, so that it
 * can be linked to. */

/* The number with this name in the fragment, or 0. */
export function addressed(name) {
  return Number(new URLSearchParams(location.hash.slice(1)).get(name)) || 0
}

export function setAddress(numbers) {
  history.replaceState(null, '', `#${new URLSearchParams(numbers)}`)
}
