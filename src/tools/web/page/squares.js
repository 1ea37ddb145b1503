/* The board: 64 buttons, of which one can be reached with the Tab key. */

import {make, signed} from './elements.js'
import {SIZE, squareName} from './rules.js'
import {sideName, words} from './words.js'

/* Where the square of a row and column of the screen is, after turning by quarters. */
const TURNS = [
  (row, column) => [row, column],
  (row, column) => [SIZE - 1 - column, row],
  (row, column) => [SIZE - 1 - row, SIZE - 1 - column],
  (row, column) => [column, SIZE - 1 - row],
]

const STEPS = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}

export class Squares {
  /* `onPlay` is called with the square that was clicked. */
  constructor(board, onPlay) {
    this.board = board
    this.turned = 0
    this.focused = [2, 3]
    this.cells = Array.from({length: SIZE}, (_, row) =>
      Array.from({length: SIZE}, (_, column) => this.makeCell(row, column, onPlay)))
    this.names = {rows: [], columns: []}
    const corner = make('span', {'aria-hidden': 'true'})
    const rows = this.cells.map(cells => {
      const name = make('span', {class: 'name', 'aria-hidden': 'true'})
      this.names.rows.push(name)
      return make('div', {role: 'row', class: 'row'}, name, ...cells)
    })
    this.names.columns = this.cells.map(() => make('span', {class: 'name', 'aria-hidden': 'true'}))
    board.append(make('div', {class: 'row', 'aria-hidden': 'true'}, corner, ...this.names.columns), ...rows)
    board.onkeydown = event => this.press(event)
    this.nameEdges()
    this.reach(this.focused)
  }

  makeCell(row, column, onPlay) {
    const parts = ['disc', 'value', 'mark'].map(part => make('span', {class: part, 'aria-hidden': 'true'}))
    const cell = make('button', {type: 'button', role: 'gridcell', class: 'square', tabindex: '-1'}, ...parts)
    cell.onclick = () => {
      this.reach([row, column])
      onPlay(this.squareAt(row, column))
    }
    return cell
  }

  squareAt(row, column) {
    const [boardRow, boardColumn] = TURNS[this.turned](row, column)
    return boardRow * SIZE + boardColumn
  }

  turn() {
    this.turned = (this.turned + 1) % TURNS.length
    this.nameEdges()
  }

  nameEdges() {
    const isSideways = this.turned % 2 === 1
    const names = at => [...squareName(at)]
    this.cells.forEach((_, at) => {
      const [rowLetter, rowDigit] = names(this.squareAt(at, 0))
      const [columnLetter, columnDigit] = names(this.squareAt(0, at))
      this.names.rows[at].textContent = isSideways ? rowLetter : rowDigit
      this.names.columns[at].textContent = isSideways ? columnDigit : columnLetter
    })
  }

  /* Makes a square the one that the Tab key reaches. */
  reach([row, column]) {
    const [oldRow, oldColumn] = this.focused
    this.cells[oldRow][oldColumn].tabIndex = -1
    this.focused = [row, column]
    this.cells[row][column].tabIndex = 0
  }

  press(event) {
    const step = STEPS[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    event.stopPropagation()
    const within = place => Math.max(0, Math.min(SIZE - 1, place))
    this.reach([within(this.focused[0] + step[0]), within(this.focused[1] + step[1])])
    const [row, column] = this.focused
    this.cells[row][column].focus()
  }

  /* Draws a position. `values` holds what is known of each move, by square; `marks`, a class of a
   * square with a sign, such as of a mistake. */
  draw(position, {isPlayable = false, isEditing = false, values = new Map(), best = null, marks = new Map()}) {
    const {board, square, turned = [], legal} = position
    this.cells.forEach((cells, row) =>
      cells.forEach((cell, column) => {
        const at = this.squareAt(row, column)
        const isLegal = isPlayable && legal.includes(at)
        const value = values.get(at)
        const mark = marks.get(at)
        const classes = {
          black: board[at] === 'X',
          white: board[at] === 'O',
          legal: isLegal,
          played: at === square,
          turned: turned.includes(at),
          best: value !== undefined && value === best,
          [mark?.name ?? 'unmarked']: true,
        }
        cell.className = ['square', ...Object.keys(classes).filter(name => classes[name])].join(' ')
        cell.setAttribute('aria-disabled', !isLegal && !isEditing)
        cell.children[1].textContent = value === undefined ? '' : signed(value)
        cell.children[2].textContent = mark?.sign ?? ''
        cell.setAttribute('aria-label', this.describe(at, position, isLegal, value))
      }))
  }

  describe(at, {board, square}, isLegal, value) {
    const content = board[at] === '-' ? words.empty : sideName(board[at])
    const more = [at === square && words.lastMove, isLegal && words.legal, value !== undefined && words.worth(signed(value))]
    return [squareName(at), content, ...more.filter(Boolean)].join(', ')
  }
}
