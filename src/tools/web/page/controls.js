/* Buttons, keys, and files that are dropped on the page. */

import {byId} from './elements.js'

/* The button that a key presses. */
const KEYS = {
  ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last', u: 'take-back', h: 'hint', a: 'analyse',
  r: 'review', n: 'next-mistake', p: 'previous-mistake', t: 'rotate', g: 'new-game', b: 'previous-game', s: 'set-up',
  l: 'load', d: 'save', '?': 'keys',
}

/* What keys may do while a position is set up. */
const OPEN_WHILE_EDITING = ['new-game', 'load', 'rotate', 'keys']

const isDialogOpen = () => document.querySelector('dialog[open]') !== null

function buttonOf(event, isEditing) {
  if (event.altKey || event.ctrlKey || event.metaKey || isDialogOpen()) return null
  if (event.target.matches('input:not([type=range], [type=radio]), select, textarea')) return null
  // Arrows belong to the slider and to the choices.
  if (event.key.length > 1 && event.target.matches('input')) return null
  const id = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key]
  return id && (!isEditing || OPEN_WHILE_EDITING.includes(id)) ? byId(id) : null
}

/* `actions` are those of the buttons, by ID. `onFile` gets a file that is dropped. */
export function listen(actions, {isEditing, onFile}) {
  for (const [id, action] of Object.entries(actions)) byId(id).onclick = action
  addEventListener('keydown', event => {
    const button = buttonOf(event, isEditing())
    if (!button) return
    event.preventDefault()
    if (!button.hidden) button.click()
  })
  const isFile = event => event.dataTransfer.types.includes('Files') && !isDialogOpen()
  addEventListener('dragover', event => isFile(event) && event.preventDefault())
  addEventListener('drop', event => {
    if (!isFile(event)) return
    event.preventDefault()
    const file = event.dataTransfer.files[0]
    if (file) onFile(file)
  })
}
