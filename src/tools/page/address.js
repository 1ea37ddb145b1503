/* The part of the address after # says which position is shown, so that it can be
 * passed on. */

/* The number with this name there, or 0. */
function addressed(name) {
  return Number(new URLSearchParams(location.hash.slice(1)).get(name)) || 0
}

function setAddress(numbers) {
  history.replaceState(null, '', `#${new URLSearchParams(numbers)}`)
}
