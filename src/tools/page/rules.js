/* The rules of the game. A board is an array of 64 letters: X (black), O (white), and
 * others for empty squares. */

export const SIZE = 8
export const START = `${'-'.repeat(27)}OX${'-'.repeat(6)}XO${'-'.repeat(27)} X`
const COLORS = ['X', 'O']
const COLUMNS = 'ABCDEFGH'
const STEPS = [-1, 0, 1].flatMap(down => [-1, 0, 1].map(right => [down, right])).filter(step => step.some(Boolean))

export const opponent = color => (color === 'X' ? 'O' : 'X')

export const squareName = square => COLUMNS[square % SIZE] + (Math.floor(square / SIZE) + 1)

/* The name of the move that led to a position. */
export const moveName = ({square}) => (square === undefined ? 'pass' : squareName(square))

/* The discs that are flipped in one direction. */
function flippedInDirection(board, square, color, [down, right]) {
  const turned = []
  let row = Math.floor(square / SIZE) + down
  let column = (square % SIZE) + right
  while (row >= 0 && row < SIZE && column >= 0 && column < SIZE) {
    const next = row * SIZE + column
    if (board[next] === color) return turned
    if (board[next] !== opponent(color)) return []
    turned.push(next)
    row += down
    column += right
  }
  return []
}

export const flippedBy = (board, square, color) => STEPS.flatMap(step => flippedInDirection(board, square, color, step))

/* The squares to which a side can move. */
export const legalMoves = (board, color) =>
  [...[...board].keys()].filter(square => !COLORS.includes(board[square]) && flippedBy(board, square, color).length > 0)

export function afterMove(board, square, color, turned) {
  const after = [...board]
  for (const changed of [square, ...turned]) after[changed] = color
  return after
}

/* The position after a move, or after a pass if there is no square. `next` is the side whose
 * turn it is, even if it has no move. A side that has no move passes before the other's. */
export function play({board, next}, square) {
  if (square === undefined) return {board, color: next, turned: [], next: opponent(next)}
  const hasPassed = flippedBy(board, square, next).length === 0
  const color = hasPassed ? opponent(next) : next
  const turned = flippedBy(board, square, color)
  return {board: afterMove(board, square, color, turned), square, color, turned, hasPassed, next: opponent(color)}
}

/* Whose turn it is, and where they can move. A side without a move has passed, unless the game is
 * over: then nobody has a move, and it is nobody's turn. */
export function turnOf({board, next}) {
  const own = legalMoves(board, next)
  if (own.length > 0) return {color: next, legal: own, passed: null}
  const legal = legalMoves(board, opponent(next))
  return legal.length > 0 ? {color: opponent(next), legal, passed: next} : {color: null, legal, passed: null}
}

/* The side that moves next: the other one after a forced pass. */
export const sideToMove = position => turnOf(position).color ?? opponent(position.next)

/* The squares to which it can move. */
export const choices = position => turnOf(position).legal

/* Every position of a game, with the move that led to it. Passes may be written or omitted. */
export function replay(record) {
  const start = record.start ?? START
  const positions = [{board: [...start.slice(0, SIZE * SIZE)], turned: [], next: start.at(-1)}]
  for (const [, column, row] of record.moves.matchAll(/([A-H])([1-8])|pass/g)) {
    const square = column && (row - 1) * SIZE + COLUMNS.indexOf(column)
    positions.push(play(positions.at(-1), square))
  }
  return positions
}

export const count = (board, color) => board.filter(disc => disc === color).length
