/* The board of a page, and the words for what happens on it. */

import {byId, element} from './elements.js'
import {SIZE, count, opponent, squareName} from './rules.js'

export const COLOR_NAMES = {X: 'Black', O: 'White'}

export function moveWords({square, color, hasPassed}) {
  if (square === undefined) return `${COLOR_NAMES[color]} passes`
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
  arrangeBoard(board, squares, 0)
  return squares
}

/* Puts the squares in place, after some turns of the board by 90 degrees clockwise. */
export function arrangeBoard(board, squares, turns) {
  let order = [...squares.keys()]
  for (let turn = 0; turn < turns; turn++) {
    order = order.map((_, place) => order[(SIZE - 1 - (place % SIZE)) * SIZE + Math.floor(place / SIZE)])
  }
  const name = (place, part) => element('span', 'name', squareName(order[place])[part])
  const [left, below] = turns % 2 === 0 ? [1, 0] : [0, 1]
  const parts = []
  for (let row = 0; row < SIZE; row++) {
    const places = order.slice(row * SIZE, (row + 1) * SIZE)
    parts.push(name(row * SIZE, left), ...places.map(square => squares[square]))
  }
  parts.push(element('span', ''))
  for (let column = 0; column < SIZE; column++) parts.push(name(column, below))
  board.replaceChildren(...parts)
}

/* Shows a position, and describes it with these words. */
export function drawDiscs(squares, {board, square, turned}, words) {
  squares.forEach((cell, index) => {
    const color = COLOR_NAMES[board[index]]?.toLowerCase()
    cell.className = ['square', index === square && 'played', turned.includes(index) && 'turned'].filter(Boolean).join(' ')
    cell.firstChild.className = color ? `disc ${color}` : ''
  })
  const [black, white] = [count(board, 'X'), count(board, 'O')]
  byId('black-discs').value = black
  byId('white-discs').value = white
  byId('move').textContent = words
  byId('board').setAttribute('aria-label', `${words}. Black ${black}, white ${white}`)
}

/* Calls `onChoose` with the square that the user clicks, or activates by the keyboard. */
export function makeChoosable(squares, onChoose) {
  squares.forEach((cell, square) => {
    const choose = () => cell.classList.contains('choice') && onChoose(square)
    cell.onclick = choose
    cell.onkeydown = event => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      choose()
    }
  })
}

/* Marks the squares that can be chosen. `words` describes one for screen readers. */
export function markChoices(squares, chosen, words) {
  squares.forEach((cell, square) => {
    const isChoice = chosen.includes(square)
    cell.classList.toggle('choice', isChoice)
    for (const [name, value] of [['role', 'button'], ['tabindex', 0], ['aria-label', words(square)]]) {
      if (isChoice) cell.setAttribute(name, value)
      else cell.removeAttribute(name)
    }
  })
}
