/* A game: the positions of a line of play, and which of them is shown. */

import {SIZE, START, afterMove, flippedBy, legalMoves, opponent, squareName} from './rules.js'

/* A position in which the side to move has a move, or nobody has. A side without a move has
 * passed. `played` tells how it came about. */
function reach(board, color, played = {}) {
  const own = legalMoves(board, color)
  const mover = own.length ? color : opponent(color)
  const legal = own.length ? own : legalMoves(board, mover)
  return {board, color: legal.length ? mover : null, legal, passed: legal.length && !own.length ? color : null, ...played}
}

/* A position as the engine reads it. */
export const positionText = ({board, color}) => `${board.join('')} ${color ?? 'X'}`

export class Game {
  /* Throws an error that names the first illegal move. */
  constructor({start = START, moves = '', at = Infinity} = {}) {
    this.start = start
    this.positions = [reach([...start.slice(0, SIZE * SIZE)], start.at(-1))]
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
      const turned = flippedBy(board, square, color)
      this.positions.push(reach(afterMove(board, square, color, turned), opponent(color), {square, turned, mover: color}))
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

  /* Brings back the continuation that was replaced last. */
  restore() {
    const {start, replaced} = this
    return new Game({start, ...replaced})
  }
}
