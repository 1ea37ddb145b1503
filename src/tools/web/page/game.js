/* A game: the positions of a line of play, and which of them is shown. */

import {SIZE, START, play, squareName, turnOf} from './rules.js'

/* A position as the engine reads it. */
export const positionText = ({board, color}) => `${board.join('')} ${color ?? 'X'}`

export class Game {
  /* Throws an error that names the first illegal move. */
  constructor({start = START, moves = '', at = Infinity} = {}) {
    this.start = start
    const board = [...start.slice(0, SIZE * SIZE)]
    this.positions = [{board, ...turnOf({board, next: start.at(-1)})}]
    this.at = 0
    this.replaced = null
    for (const [name, column, row] of moves.toUpperCase().matchAll(/([A-H])([1-8])/g)) {
      if (!this.play((row - 1) * SIZE + 'ABCDEFGH'.indexOf(column))) throw new Error(name)
    }
    this.go(at)
  }

  get position() {
    return this.positions[this.at]
  }

  get last() {
    return this.positions.length - 1
  }

  get isAtEnd() {
    return this.at === this.last
  }

  get moves() {
    return this.positions.slice(1).map(({square}) => squareName(square)).join('')
  }

  /* The moves that lead to the position shown. */
  get movesSoFar() {
    return this.moves.slice(0, 2 * this.at)
  }

  go(at) {
    this.at = Math.max(0, Math.min(this.last, at))
  }

  /* Plays a move in the position shown. Another continuation of the game is replaced, but can be
   * brought back. Returns whether the move is legal. */
  play(square) {
    const {board, color, legal} = this.position
    if (!legal.includes(square)) return false
    if (this.positions[this.at + 1]?.square !== square) {
      this.cut()
      const after = play({board, next: color}, square)
      this.positions.push({...after, ...turnOf(after), mover: color})
    }
    this.at++
    return true
  }

  /* Forgets the moves after the position shown, but so that they can be brought back. */
  cut() {
    if (this.isAtEnd) return
    this.replaced = {moves: this.moves, at: this.at}
    this.positions.length = this.at + 1
  }

  /* The game with the continuation that was replaced last, in exchange for the present one. */
  restore() {
    const {start, replaced, moves, at} = this
    return Object.assign(new Game({start, ...replaced}), {replaced: {moves, at}})
  }
}
