/* Shows an analysed game: the values of its moves, and the best lines on the board. */

import {COLOR_NAMES, moveWords} from './board.js'
import {Curve, finalLead, leads} from './curve.js'
import {button, byId, element, signed} from './elements.js'
import {replay, squareName} from './rules.js'
import {Viewer} from './viewer.js'

const LETTERS = {black: 'X', white: 'O'}

/* Converts a record to the form that the viewer expects: all moves in one string. */
export function gameForViewer(record, index) {
  const moves = record.moves.map(({move}) => move).join(' ')
  const names = {black: record.black ?? 'Black', white: record.white ?? 'White'}
  return {...record, ...names, place: index + 1, moves, steps: stepsByMoves(record.moves)}
}

/* The analysis of each position, indexed by the number of moves played. A forced pass does
 * not change the board, so the analysis of the position after it is used. */
function stepsByMoves(steps) {
  const result = []
  let moves = 0
  for (const step of steps) {
    result[moves] = step
    if (step.move !== 'pass') moves++
  }
  return result
}

export class AnalysisViewer extends Viewer {
  constructor(onMove) {
    super(onMove)
    this.ahead = 0
    this.curve = new Curve(byId('curve'), at => this.go(at))
    byId('values').onchange = () => this.draw(this.at, this.ahead)
    byId('better').onclick = () => this.go(this.at - 1, 1)
    byId('leave').onclick = () => this.go(this.at)
  }

  title() {
    const {black, white, result} = this.record
    return `${black} – ${white}${result ? `, ${result}` : ''}`
  }

  remark(at) {
    const {value, loss, best, best_moves: moves} = this.record.steps[at - 1]
    if (value === undefined) return ''
    return loss > 0 ? `: ${signed(value)}, loses ${loss}; best: ${moves.join(', ')} ${signed(best)}` : `: ${signed(value)}`
  }

  moveClass(at) {
    return this.record.steps[at - 1].verdict ?? 'unknown'
  }

  moveNote(at) {
    const {loss} = this.record.steps[at - 1]
    return loss > 0 ? ` ${signed(-loss)}` : ''
  }

  load(record) {
    super.load(record)
    this.curve.show(leads(this.positions, record.steps), at => this.describePosition(at), at => this.mistakeBy(at))
    byId('circumstances').textContent = circumstances(record)
    byId('players').replaceChildren(...['black', 'white'].map(color => this.playerRow(color)))
  }

  /* The colour of the side whose mistake led to this position, if any. */
  mistakeBy(at) {
    const step = this.record.steps[at - 1]
    return step?.verdict === 'mistake' && step.color
  }

  back() {
    if (this.ahead > 0) this.go(this.at, this.ahead - 1)
    else super.back()
  }

  forward() {
    if (this.ahead > 0) this.go(this.at, this.ahead + 1)
    else super.forward()
  }

  press(event) {
    if (event.key === 'Escape' && this.ahead > 0) this.go(this.at)
    else super.press(event)
  }

  /* Draws the position after `at` moves of the game and `ahead` moves of the best line. */
  draw(at, ahead = 0) {
    super.draw(at)
    this.line = this.bestLine()
    this.ahead = Math.max(0, Math.min(this.line.length - 1, ahead))
    if (this.ahead > 0) {
      const words = `Best line, ${this.ahead} of ${this.line.length - 1}: ${moveWords(this.line[this.ahead])}`
      this.drawPosition(this.line[this.ahead], words)
    }
    this.drawValues()
    this.drawLine()
    this.curve.mark(this.at)
    byId('leave').hidden = this.ahead === 0
    byId('better').hidden = this.ahead > 0 || !(this.record.steps[this.at - 1]?.loss > 0)
  }

  /* All positions of the best line, starting with the one on the board. */
  bestLine() {
    const {board} = this.positions[this.at]
    const step = this.record.steps[this.at]
    return replay({start: `${board.join('')} ${LETTERS[step?.color]}`, moves: step?.pv ?? ''})
  }

  drawValues() {
    const step = this.record.steps[this.at]
    const isShown = byId('values').checked && this.ahead === 0
    this.squares.forEach((cell, index) => {
      const name = squareName(index)
      const value = isShown ? step?.values?.[name] : undefined
      cell.firstChild.textContent = value === undefined ? '' : signed(value)
      if (value === undefined) return
      cell.firstChild.className = step.best_moves.includes(name) ? 'value best' : 'value'
      cell.classList.toggle('next', step.move === name)
    })
  }

  drawLine() {
    const step = this.record.steps[this.at]
    byId('line-title').textContent = lineTitle(step)
    const items = this.line.slice(1).map(({square, color, hasPassed}, index) => {
      const name = `${hasPassed ? 'pass ' : ''}${squareName(square)}`
      const move = button(COLOR_NAMES[color].toLowerCase(), name, () => this.go(this.at, index + 1))
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

  playerRow(color) {
    const {lost, mistakes, best, choices, worst} = this.record.summary[color]
    const row = element('tr', '')
    const head = element('th', '')
    head.scope = 'row'
    head.append(element('bdi', '', this.record[color]))
    const share = choices ? ` (${Math.round((100 * best) / choices)} %)` : ''
    const cell = element('td', '')
    const at = this.record.steps.findIndex(({n}) => n === worst) + 1
    if (at > 0) {
      const {move, loss} = this.record.steps[at - 1]
      cell.append(button('', `${at}. ${move} ${signed(-loss)}`, () => this.go(at)))
    }
    row.append(head, element('td', '', lost), element('td', '', mistakes), element('td', '', `${best} of ${choices}${share}`), cell)
    return row
  }
}

function lineTitle(step) {
  if (!step) return 'The game is over'
  if (step.best === undefined) return 'Not analysed'
  const player = step.color === 'black' ? 'Black' : 'White'
  return `Best line: ${player} ${signed(step.best)}, ${step.exact ? 'exact' : `${step.depth} plies`}`
}

function circumstances({file, game, event, date, complete}) {
  const source = file === '-' ? `Game ${game}` : `${file}, game ${game}`
  return [source, event, date, complete ? null : 'incomplete'].filter(Boolean).join(', ')
}
