/* The part of the address after # holds the position that is shown, so that a link leads
 * to it. */

/* The number with this name in that part, or 0. */
function addressed(name) {
  return Number(new URLSearchParams(location.hash.slice(1)).get(name)) || 0
}

function setAddress(numbers) {
  history.replaceState(null, '', `#${new URLSearchParams(numbers)}`)
}
