/* Sets up a position on the board. */

import {byId} from './elements.js'
import {Game} from './game.js'
import {SIZE, START} from './rules.js'
import {words} from './words.js'

const SQUARES = SIZE * SIZE
const EMPTY = `${'-'.repeat(SQUARES)} X`

/* Whether a text is a position, with the side to move. */
const parsed = text => /^\s*([XO*.-]{64})[\s;]*([XO*])\s*;?\s*$/i.exec(text)

const chosen = name => document.querySelector(`input[name=${name}]:checked`).value

export class Editor {
  /* `onChange` is called when the position has changed, and `onDone` with the new start of the
   * game, or `null` if there is none. */
  constructor({onChange, onDone}) {
    this.onChange = onChange
    this.isOpen = false
    this.position = null
    byId('editor-clear').onclick = () => this.set(EMPTY)
    byId('editor-usual').onclick = () => this.set(START)
    byId('editor-cancel').onclick = () => this.close(onDone, null)
    byId('editor-done').onclick = () => this.finish(onDone)
    byId('position-text').oninput = event => this.read(event.target.value)
    for (const choice of document.querySelectorAll('input[name=mover]')) choice.onchange = () => this.set(this.text())
  }

  /* Begins with a position of a game. */
  open({board, color}) {
    this.isOpen = true
    byId('editor').hidden = false
    this.set(`${board.join('')} ${color ?? 'X'}`)
    document.querySelector('input[name=put]:checked').focus()
  }

  text() {
    return `${this.board.join('')} ${chosen('mover')}`
  }

  set(text) {
    this.board = [...text.slice(0, SQUARES)]
    document.querySelector(`input[name=mover][value=${text.at(-1)}]`).checked = true
    byId('position-text').value = text
    byId('editor-error').textContent = ''
    this.onChange()
  }

  /* The position as the board draws it. Nothing is a move. */
  get shown() {
    return {board: this.board, legal: [], color: null}
  }

  /* A click on a square puts what is chosen, or removes it if it is there. */
  put(square) {
    const disc = chosen('put')
    this.board[square] = this.board[square] === disc ? '-' : disc
    this.set(this.text())
  }

  read(text) {
    const match = parsed(text)
    byId('editor-error').textContent = match ? '' : words.badPosition
    if (!match) return
    const [, squares, mover] = match.map(part => part.toUpperCase().replaceAll('*', 'X').replaceAll('.', '-'))
    this.board = [...squares]
    document.querySelector(`input[name=mover][value=${mover}]`).checked = true
    this.onChange()
  }

  finish(onDone) {
    if (byId('editor-error').textContent) return byId('position-text').focus()
    this.close(onDone, new Game({start: this.text()}))
  }

  close(onDone, game) {
    this.hide()
    onDone(game)
  }

  hide() {
    this.isOpen = false
    byId('editor').hidden = true
  }
}
