/* The rules of the game. A board is an array of 64 letters: X (black), O (white), and
 * others for empty squares. */

export const SIZE = 8
export const START = `${'-'.repeat(27)}OX${'-'.repeat(6)}XO${'-'.repeat(27)} X`
const COLORS = ['X', 'O']
const STEPS = [-1, 0, 1].flatMap(down => [-1, 0, 1].map(right => [down, right])).filter(step => step.some(Boolean))

export const opponent = color => (color === 'X' ? 'O' : 'X')

export const squareName = square => 'ABCDEFGH'[square % SIZE] + (Math.floor(square / SIZE) + 1)

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

/* Every position of a game, with the move that led to it. */
export function replay(record) {
  const start = record.start ?? START
  let [board, color] = [[...start.slice(0, SIZE * SIZE)], start.at(-1)]
  const positions = [{board, turned: []}]
  for (const [, column, row] of record.moves.matchAll(/([A-H])([1-8])/g)) {
    const square = (row - 1) * SIZE + 'ABCDEFGH'.indexOf(column)
    // Passes are not recorded: if the side to move would flip nothing, it must have passed.
    const hasPassed = flippedBy(board, square, color).length === 0
    if (hasPassed) color = opponent(color)
    const turned = flippedBy(board, square, color)
    board = afterMove(board, square, color, turned)
    positions.push({board, square, color, turned, hasPassed})
    color = opponent(color)
  }
  return positions
}

export const count = (board, color) => board.filter(disc => disc === color).length
