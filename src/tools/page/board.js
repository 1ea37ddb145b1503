/* The board of a page, and the words for what happens on it. */

import {element} from './elements.js'
import {SIZE, opponent, squareName} from './rules.js'

export const COLOR_NAMES = {X: 'Black', O: 'White'}

export function moveWords({square, color, hasPassed}) {
  const pass = hasPassed ? `${COLOR_NAMES[opponent(color)]} passes; ` : ''
  return `${pass}${COLOR_NAMES[color]} ${squareName(square)}`
}

/* The squares, with coordinates at the edges. */
export function drawBoard(board) {
  const squares = Array.from({length: SIZE * SIZE}, () => {
    const square = element('div', 'square')
    square.append(element('span', ''))
    return square
  })
  for (let row = 0; row < SIZE; row++) {
    board.append(element('span', 'name', row + 1), ...squares.slice(row * SIZE, (row + 1) * SIZE))
  }
  board.append(element('span', ''), ...[...'ABCDEFGH'].map(column => element('span', 'name', column)))
  return squares
}
