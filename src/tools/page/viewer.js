/* Shows a game on the board, move by move. Each page has a subclass with its additions. */

import {drawBoard, drawDiscs, moveWords} from './board.js'
import {button, byId, element} from './elements.js'
import {moveName, replay} from './rules.js'

export class Viewer {
  /* `onMove` is called whenever the user moves to another position. */
  constructor(onMove) {
    this.onMove = onMove
    this.squares = drawBoard(byId('board'))
    byId('first').onclick = () => this.go(0)
    byId('back').onclick = () => this.back()
    byId('forward').onclick = () => this.forward()
    byId('last').onclick = () => this.go(Infinity)
    byId('slider').oninput = event => this.go(Number(event.target.value))
  }

  /* Pages override the title of a game and the remark on a move. */
  title() {
    return `Game ${this.record.game}`
  }

  remark(_at) {
    return ''
  }

  /* Pages override the class of a move's button, and the text after the move's name. */
  moveClass(_at) {
    return ''
  }

  moveNote(_at) {
    return ''
  }

  /* Shows a game, starting at this place. */
  show(record, ...place) {
    this.load(record)
    this.draw(...place)
  }

  load(record) {
    this.record = record
    this.positions = replay(record)
    byId('game-title').textContent = this.title()
    byId('black-name').textContent = record.black
    byId('white-name').textContent = record.white
    byId('slider').max = this.positions.length - 1
    byId('moves').replaceChildren(...this.positions.slice(1).map((_, index) => this.moveItem(index + 1)))
  }

  /* Shows another place in the game, and calls `onMove`. */
  go(...place) {
    this.draw(...place)
    this.onMove(this)
  }

  back() {
    this.go(this.at - 1)
  }

  forward() {
    this.go(this.at + 1)
  }

  /* Handles the keys that move through the game. */
  press(event) {
    const goes = {
      ArrowLeft: () => this.back(),
      ArrowRight: () => this.forward(),
      Home: () => this.go(0),
      End: () => this.go(Infinity),
    }
    // Lists and sliders handle these keys themselves.
    const go = event.target.matches('select, input[type=range]') ? undefined : goes[event.key]
    if (!go || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    go()
  }

  /* Draws the position after `at` moves. Pages may add further parts to a place. */
  draw(at) {
    this.at = Math.max(0, Math.min(this.positions.length - 1, at))
    this.drawPosition(this.positions[this.at], this.describe(this.at))
    byId('slider').value = this.at
    byId('slider').setAttribute('aria-valuetext', this.describe(this.at))
    this.markMove()
  }

  drawPosition(position, words) {
    drawDiscs(this.squares, position, words)
  }

  describe(at) {
    if (at === 0) return 'Start'
    return `${at}. ${moveWords(this.positions[at])}${this.remark(at)}`
  }

  moveItem(at) {
    const name = `${at}. ${moveName(this.positions[at])}${this.moveNote(at)}`
    const move = button(this.moveClass(at), name, () => this.go(at))
    move.title = this.describe(at)
    const item = element('li', '')
    item.append(move)
    return item
  }

  markMove() {
    const list = byId('moves')
    list.querySelector('[aria-current]')?.removeAttribute('aria-current')
    const move = list.children[this.at - 1]?.firstChild
    move?.setAttribute('aria-current', 'true')
    // scrollIntoView would scroll the whole page, not only the list.
    list.scrollTop = move ? move.offsetTop - list.offsetTop - list.clientHeight / 2 : 0
  }
}
