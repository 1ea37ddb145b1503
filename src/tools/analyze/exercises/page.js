/* Asks for the best move of one position after the other, and keeps the score. */

import {byId, button, element, signed} from './elements.js'
import {choices, moveName, replay, sideToMove, squareName} from './rules.js'
import {COLOR_NAMES, arrangeBoard, drawBoard, drawDiscs, makeChoosable, markChoices, moveWords} from './board.js'

const exercises = JSON.parse(byId('records').textContent)
const squares = drawBoard(byId('board'))

const MARKS = {open: '', right: ' \u2713', wrong: ' \u2717'}

/* The first answer to each exercise: a square, or `solution` if it was given up. */
const KEY = `obverse exercises ${exercises.map(({start}) => start).join('')}`
const answers = recall()

let current = 0
let line = []
let at = 0
let turns = 0

/* Browsers may refuse to store anything for a page from a file. */
function recall() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {}
  } catch {
    return {}
  }
}

function remember() {
  try {
    localStorage.setItem(KEY, JSON.stringify(answers))
  } catch {
    // The score then lasts as long as the page is open.
  }
}

const positionsOf = (exercise, moves) => replay({start: exercise.start, moves})

function show(index) {
  current = (index + exercises.length) % exercises.length
  const exercise = exercises[current]
  line = positionsOf(exercise, '')
  at = 0
  const side = COLOR_NAMES[exercise.start.at(-1)]
  byId('task').textContent = `${current + 1} of ${exercises.length}: ${side} to move. What is best?`
  const {player, file, game, n} = exercise
  byId('source').textContent = [player, file === '-' ? null : file, `game ${game}`, `move ${n}`].filter(Boolean).join(', ')
  drawAnswer()
  draw()
}

function answer(move) {
  if (!(current in answers)) {
    answers[current] = move
    remember()
  }
  drawAnswer(move)
}

/* What the answer is worth, with the line that follows from it and the best line. */
function drawAnswer(move = answers[current]) {
  const exercise = exercises[current]
  const {best, played, values, grade, exact, depth} = exercise
  const isRight = move === best
  const words = () => {
    const certainty = exact ? 'exact' : `${depth} plies deep`
    if (move === 'solution') return `The best move is ${best}: ${signed(values[best])}, ${certainty}. ${played} was played, a ${grade}.`
    const value = `${move} ${signed(values[move])}`
    if (isRight) return `Right: ${value}, ${certainty}. ${played} was played, a ${grade} that lost ${exercise.loss}.`
    const game = move === played ? ', as in the game' : ''
    return `No: ${value} loses ${values[best] - values[move]}${game}. The best move is ${best} ${signed(values[best])}, ${certainty}.`
  }
  byId('answer').textContent = move === undefined ? '' : words()
  byId('answer').className = move === undefined || move === 'solution' ? '' : isRight ? 'right' : 'wrong'
  const refuted = move === undefined ? null : move === 'solution' || isRight ? played : move
  byId('answer-title').hidden = refuted === null
  byId('answer-title').textContent = refuted === move ? `The refutation of ${refuted}` : `The refutation of ${refuted}, which was played`
  drawLine('answer-line', refuted && exercise.lines[refuted])
  byId('best-title').hidden = move === undefined
  drawLine('best-line', move && exercise.lines[best])
  drawScore()
}

function drawLine(id, moves) {
  const positions = moves ? positionsOf(exercises[current], moves) : []
  const items = positions.slice(1).map((position, index) => {
    const words = `${COLOR_NAMES[position.color]} ${moveName(position)}`
    const move = button('', words, () => go(positions, index + 1))
    const item = element('li', '')
    item.append(move)
    return item
  })
  byId(id).replaceChildren(...items)
}

function go(positions, place) {
  line = positions
  at = Math.max(0, Math.min(line.length - 1, place))
  draw()
}

function draw() {
  const words = at === 0 ? `${COLOR_NAMES[sideToMove(line[0])]} to move` : `${at} of ${line.length - 1}: ${moveWords(line[at])}`
  drawDiscs(squares, line[at], words)
  markChoices(squares, at === 0 ? choices(line[0]) : [], square => `Play ${squareName(square)}`)
}

function drawScore() {
  const given = Object.entries(answers).filter(([index]) => exercises[index])
  const isRight = ([index, move]) => exercises[index].best === move
  const right = given.filter(isRight)
  byId('result').textContent = `Score: ${right.length} of ${given.length} right at the first try, ${exercises.length - given.length} to go`
  const items = exercises.map((_, index) => {
    const given = answers[index]
    const state = given === undefined ? 'open' : isRight([index, given]) ? 'right' : 'wrong'
    const choose = button(state, `${index + 1}${MARKS[state]}`, () => show(index))
    choose.setAttribute('aria-label', `Exercise ${index + 1}, ${state}`)
    if (index === current) choose.setAttribute('aria-current', 'true')
    const item = element('li', '')
    item.append(choose)
    return item
  })
  byId('list').replaceChildren(...items)
}

function rotate() {
  turns = (turns + 1) % 4
  arrangeBoard(byId('board'), squares, turns)
}

function startAgain() {
  for (const index of Object.keys(answers)) delete answers[index]
  remember()
  show(0)
}

const KEYS = {
  n: () => show(current + 1),
  p: () => show(current - 1),
  s: () => answer('solution'),
  r: rotate,
  ArrowLeft: () => go(line, at - 1),
  ArrowRight: () => go(line, at + 1),
  Escape: () => go(line, 0),
}

makeChoosable(squares, square => answer(squareName(square)))
byId('next').onclick = KEYS.n
byId('previous').onclick = KEYS.p
byId('solution').onclick = KEYS.s
byId('rotate').onclick = rotate
byId('again').onclick = startAgain
addEventListener('keydown', event => {
  if (event.altKey || event.ctrlKey || event.metaKey || !KEYS[event.key]) return
  event.preventDefault()
  KEYS[event.key]()
})
show(0)
