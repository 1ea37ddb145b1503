/* Shows an analysed game: the values of its moves, and the best lines on the board. */

import {drawBar} from './bar.js'
import {COLOR_NAMES, arrangeBoard, makeChoosable, markChoices, moveWords} from './board.js'
import {copy} from './copy.js'
import {Curve, finalLead, leads} from './curve.js'
import {button, byId, element, signed} from './elements.js'
import {choices, legalMoves, moveName, play, sideToMove, squareName} from './rules.js'
import {fillSides, fillTable} from './table.js'
import {Viewer} from './viewer.js'

const LETTERS = {black: 'X', white: 'O'}
const MISTAKES = ['mistake', 'blunder']

/* Converts a record to the form that the viewer expects: all moves in one string. */
export function gameForViewer(record, index) {
  const moves = record.moves.map(({move}) => move ?? '').join(' ')
  const names = {black: record.black ?? 'Black', white: record.white ?? 'White'}
  return {...record, ...names, place: index + 1, moves, steps: record.moves}
}

/* A place is the number of moves played, and the number of further moves along a line: the
 * best one, or one that the user tries. Passes count as moves. */
export class AnalysisViewer extends Viewer {
  constructor(onMove) {
    super(onMove)
    this.ahead = 0
    this.tried = ''
    this.turns = 0
    this.curve = new Curve(byId('curve'), at => this.go(at))
    byId('board').setAttribute('role', 'group')
    makeChoosable(this.squares, square => this.try(square))
    byId('values').onchange = () => this.draw(this.at, this.ahead, this.tried)
    byId('better').onclick = () => this.go(this.at - 1, 1)
    byId('leave').onclick = () => this.go(this.at)
    byId('rotate').onclick = () => this.rotate()
    byId('next-mistake').onclick = () => this.goToMistake(1)
    byId('previous-mistake').onclick = () => this.goToMistake(-1)
    byId('copy-position').onclick = () => this.copy(this.positionText())
    byId('copy-moves').onclick = () => this.copy(this.movesText())
  }

  title() {
    const {black, white, result} = this.record
    return `${black} – ${white}${result ? `, ${result}` : ''}`
  }

  remark(at) {
    const {value, loss, grade, best, best_moves: moves} = this.record.steps[at - 1]
    if (value === undefined) return ''
    return loss > 0 ? `: ${signed(value)}, loses ${loss} (${grade}); best: ${moves.join(', ')} ${signed(best)}` : `: ${signed(value)}, ${grade}`
  }

  moveClass(at) {
    return this.record.steps[at - 1].grade ?? 'unknown'
  }

  moveNote(at) {
    const {loss} = this.record.steps[at - 1]
    return loss > 0 ? ` ${signed(-loss)}` : ''
  }

  load(record) {
    super.load(record)
    this.curve.show(leads(this.positions, record.steps), at => this.describePosition(at), at => this.mistakeBy(at))
    byId('circumstances').textContent = circumstances(record)
    byId('opening').textContent = openingWords(record)
    fillSides(byId('sides'), record, at => this.go(at))
    fillTable(byId('plies'), record.steps)
  }

  /* The colour of the side whose mistake led to this position, if any. */
  mistakeBy(at) {
    const step = this.record.steps[at - 1]
    return MISTAKES.includes(step?.grade) && step.color
  }

  /* Goes to the position after the next mistake, or the previous one. */
  goToMistake(direction) {
    const places = [...this.positions.keys()].filter(at => this.mistakeBy(at))
    const next = direction > 0 ? places.find(at => at > this.at) : places.findLast(at => at < this.at)
    if (next !== undefined) this.go(next)
  }

  back() {
    if (this.ahead > 0) this.go(this.at, this.ahead - 1, this.tried)
    else super.back()
  }

  forward() {
    if (this.ahead > 0) this.go(this.at, this.ahead + 1, this.tried)
    else super.forward()
  }

  press(event) {
    const keys = {
      n: () => this.goToMistake(1),
      p: () => this.goToMistake(-1),
      b: () => this.at > 0 && this.go(this.at - 1, 1),
      r: () => this.rotate(),
      Escape: () => this.ahead > 0 && this.go(this.at),
    }
    const hasModifier = event.altKey || event.ctrlKey || event.metaKey
    if (keys[event.key] && !hasModifier && !event.target.matches('input:not([type]), select')) keys[event.key]()
    else super.press(event)
  }

  rotate() {
    this.turns = (this.turns + 1) % 4
    arrangeBoard(byId('board'), this.squares, this.turns)
  }

  /* Plays a move that the user has chosen: in the game, along the line shown, or elsewhere. */
  try(square) {
    const isNext = position => position?.square === square
    if (this.ahead === 0 && isNext(this.positions[this.at + 1])) this.forward()
    else if (isNext(this.line[this.ahead + 1])) this.go(this.at, this.ahead + 1, this.tried)
    else {
      const moves = this.line.slice(1, this.ahead + 1).map(moveName)
      this.go(this.at, this.ahead + 1, [...moves, squareName(square)].join(' '))
    }
  }

  /* Draws the position after `at` moves of the game and `ahead` moves of the line that the
   * user has `tried`, or else of the best line. */
  draw(at, ahead = 0, tried = '') {
    super.draw(at)
    this.tried = ahead > 0 ? tried : ''
    this.line = this.lineFrom(this.at)
    this.ahead = Math.max(0, Math.min(this.line.length - 1, ahead))
    if (this.ahead > 0) this.drawPosition(this.shown(), this.describeLine())
    this.drawValues()
    this.drawLine()
    drawBar(byId('bar'), this.lead())
    this.curve.mark(this.at)
    byId('leave').hidden = this.ahead === 0
    byId('better').hidden = this.ahead > 0 || !(this.record.steps[this.at - 1]?.loss > 0)
    byId('copied').hidden = true
    byId('copy-status').textContent = ''
  }

  /* The position on the board. */
  shown() {
    return this.ahead > 0 ? this.line[this.ahead] : this.positions[this.at]
  }

  /* All positions of the line tried or the best line, starting with the one of the game. */
  lineFrom(at) {
    const {board} = this.positions[at]
    const step = this.record.steps[at]
    const best = step?.pv ?? ''
    // The best line goes on where the tried moves are its first ones.
    const moves = best.startsWith(this.tried) ? best : this.tried
    return legalLine({board, turned: [], next: LETTERS[step?.color]}, moves)
  }

  /* Whether the moves on the board are those of the best line. */
  isBest() {
    const best = this.record.steps[this.at]?.pv ?? ''
    return best.startsWith(this.tried)
  }

  describeLine() {
    const words = `${this.ahead} of ${this.line.length - 1}: ${moveWords(this.line[this.ahead])}`
    return this.isBest() ? `Best line, ${words}` : `Tried, ${words}${this.ahead === 1 ? this.triedRemark() : ''}`
  }

  /* What the first tried move is worth. */
  triedRemark() {
    const {values, best} = this.record.steps[this.at]
    const value = values?.[moveName(this.line[1])]
    if (value === undefined) return ''
    return value === best ? `: ${signed(value)}, a best move` : `: ${signed(value)}, loses ${best - value}`
  }

  /* Black's lead in the position on the board, if the page knows it. */
  lead() {
    const step = this.record.steps[this.at]
    if (!step) return finalLead(this.positions[this.at].board)
    const value = this.ahead === 0 || this.isBest() ? step.best : this.ahead === 1 ? step.values?.[moveName(this.line[1])] : undefined
    return value === undefined ? undefined : step.color === 'black' ? value : -value
  }

  drawValues() {
    const step = this.record.steps[this.at]
    const isInGame = this.ahead === 0
    const isShown = byId('values').checked && isInGame
    this.squares.forEach((cell, index) => {
      const name = squareName(index)
      const value = isShown ? step?.values?.[name] : undefined
      cell.firstChild.textContent = value === undefined ? '' : signed(value)
      if (value === undefined) return
      cell.firstChild.className = step.best_moves.includes(name) ? 'value best' : 'value'
      cell.classList.toggle('next', step.move === name)
    })
    const mover = sideToMove(this.shown())
    const words = square => {
      const value = isInGame ? step?.values?.[squareName(square)] : undefined
      return `Play ${COLOR_NAMES[mover]} ${squareName(square)}${value === undefined ? '' : `, worth ${signed(value)}`}`
    }
    markChoices(this.squares, choices(this.shown()), words)
  }

  drawLine() {
    const step = this.record.steps[this.at]
    byId('line-title').textContent = this.isBest() ? lineTitle(step) : 'Your moves: Escape leads back to the game'
    const items = this.line.slice(1).map((position, index) => {
      const name = `${position.hasPassed ? 'pass ' : ''}${moveName(position)}`
      const move = button(COLOR_NAMES[position.color].toLowerCase(), name, () => this.go(this.at, index + 1, this.tried))
      if (index + 1 === this.ahead) move.setAttribute('aria-current', 'true')
      const item = element('li', '')
      item.append(move)
      return item
    })
    byId('line').replaceChildren(...items)
  }

  /* The tooltip of a position in the graph. */
  describePosition(at) {
    const {positions, record} = this
    const [move, step] = [record.steps[at - 1], record.steps[at]]
    const made = move ? `${at}. ${move.color} ${move.move}${move.loss > 0 ? ` loses ${move.loss}` : ''}` : 'Start'
    if (!step) return `${made}; the end: black ${signed(finalLead(positions[at].board))}`
    if (step.best === undefined) return made
    const lead = step.color === 'black' ? step.best : -step.best
    return `${made}; then black ${signed(lead)}, ${step.exact ? 'exact' : 'estimated'}`
  }

  positionText() {
    const mover = sideToMove(this.shown())
    return `${this.shown().board.map(disc => (COLOR_NAMES[disc] ? disc : '-')).join('')} ${mover}`
  }

  movesText() {
    const moves = [...this.positions.slice(1, this.at + 1), ...this.line.slice(1, this.ahead + 1)]
    const text = moves.map(moveName).filter(name => name !== 'pass').join('')
    return this.record.start ? `${this.record.start} ${text}` : text
  }

  copy(text) {
    copy(text, byId('copied'), byId('copy-status'))
  }
}

/* The positions of a line, up to the first move that is not legal, as in an old link. */
function legalLine(start, moves) {
  const line = [start]
  for (const name of moves.split(' ').filter(Boolean)) {
    const last = line.at(-1)
    const square = choices(last).find(choice => squareName(choice) === name)
    if (square === undefined && (name !== 'pass' || legalMoves(last.board, last.next).length > 0)) break
    line.push(play(last, square))
  }
  return line
}

function lineTitle(step) {
  if (!step) return 'The game is over'
  if (step.best === undefined) return 'Not analysed'
  const player = step.color === 'black' ? 'Black' : 'White'
  return `Best line: ${player} ${signed(step.best)}, ${step.exact ? 'exact' : `${step.depth} plies`}`
}

function circumstances({file, game, event, date, complete, level}) {
  const source = file === '-' ? `Game ${game}` : `${file}, game ${game}`
  const effort = level === null ? null : `level ${level}`
  return [source, event, date, effort, complete ? null : 'incomplete'].filter(Boolean).join(', ')
}

/* The name of the opening, and where the game left the known lines. */
function openingWords({opening, left_at: leftAt, steps}) {
  const parts = []
  if (opening) parts.push(`Opening: ${opening}`)
  if (leftAt && steps[leftAt - 1]?.move) parts.push(`left the known lines with ${leftAt}. ${steps[leftAt - 1].move}`)
  return parts.join('; ')
}
