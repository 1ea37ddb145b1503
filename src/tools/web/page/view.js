/* Draws what is beside the board. */

import {blackShare} from './bar.js'
import {Curve, finalLead} from './curve.js'
import {byId, make, signed} from './elements.js'
import {positionText} from './game.js'
import {GRADE_SIGNS} from './grades.js'
import {clockText} from './clocks.js'
import {count, opponent, squareName} from './rules.js'
import {leadWords, sideName, words} from './words.js'

/* Black's lead in a position, and whether it is exact, or `null` if it is not known. */
export function leadOf(position, knowledge) {
  if (!position.color) return {lead: finalLead(position.board), exact: true}
  const known = knowledge.get(positionText(position))
  if (!known || known.value === null) return null
  return {lead: position.color === 'X' ? known.value : -known.value, exact: known.exact}
}

/* How a game that is over has ended. */
export function resultWords(board) {
  const lead = finalLead(board)
  const winner = lead < 0 ? 'O' : 'X'
  const score = `${count(board, winner)}–${count(board, opponent(winner))}`
  return lead === 0 ? words.drawn(score) : words.won(sideName(winner), score)
}

export function drawPlayers(position, players, clocks) {
  for (const [color, id] of [['X', 'black'], ['O', 'white']]) {
    const player = byId(id)
    player.querySelector('.name').textContent = players[color]
    player.querySelector('.count').textContent = count(position.board, color)
    player.classList.toggle('to-move', position.color === color)
  }
  drawClocks(clocks)
}

export function drawClocks(clocks) {
  for (const [color, id] of [['X', 'black'], ['O', 'white']]) {
    const clock = byId(id).querySelector('.clock')
    clock.textContent = clocks.isOn ? clockText(clocks.of(color)) : ''
    clock.classList.toggle('low', clocks.isOn && clocks.of(color) < 10000)
  }
}

/* The bar beside the board, and the value and best line below the opening: those of finished games
 * only, if there is no knowledge. */
export function drawEvaluation(game, knowledge) {
  const {position} = game
  const isKnown = knowledge || !position.color
  const found = isKnown ? leadOf(position, knowledge) : null
  const known = knowledge && position.color ? knowledge.get(positionText(position)) : null
  const lead = found?.lead ?? 0
  byId('balance-black').style.setProperty('--share', `${blackShare(lead).toFixed(1)}%`)
  byId('balance').classList.toggle('unknown', !found)
  byId('balance-text').textContent = found ? signed(lead) : ''
  const text = found ? leadWords(lead) : words.unknown
  byId('balance').setAttribute('aria-label', `${words.evaluation}: ${text}`)
  byId('lead').textContent = text
  byId('depth').textContent = known ? searchWords(known) : ''
  byId('line').textContent = known ? `${words.bestLine}: ${known.lines[0].moves.join(' ')}` : ''
}

function searchWords({exact, depth, selectivity}) {
  if (exact) return `(${words.exact})`
  const sureness = selectivity < 100 ? `, ${words.sureness(selectivity)}` : ''
  return `(${words.depth(depth)}${sureness})`
}

/* The name of the opening, in the language of the page if it has one. */
export function drawOpening(opening, language) {
  const names = opening?.names ?? {}
  const name = names[language] ?? names.en ?? names.fr ?? ''
  const left = name && opening.left_at ? ` (${words.leftAt(opening.left_at)})` : ''
  byId('opening').replaceChildren(name, make('small', {}, left))
}

/* The moves of a game, with their grades. */
export class MoveList {
  constructor(list, onChoose) {
    this.list = list
    this.onChoose = onChoose
  }

  /* Buttons that stay the same are kept, so that a click or the focus is not lost. */
  draw(game, grades) {
    game.positions.slice(1).forEach((position, index) => {
      const item = this.item(position, index + 1, grades[index + 1])
      const old = this.list.children[index]
      if (!old) return this.list.append(item)
      old.firstChild.removeAttribute('aria-current')
      if (!old.isEqualNode(item)) old.replaceWith(item)
    })
    while (this.list.children.length > game.last) this.list.lastChild.remove()
    this.mark(game)
  }

  mark(game) {
    const current = this.list.children[game.at - 1]?.firstChild
    current?.setAttribute('aria-current', 'true')
    if (this.marked === current) return
    this.marked = current
    // scrollIntoView would scroll the whole page, not only the list.
    this.list.scrollTop = current ? current.offsetTop - this.list.offsetTop - this.list.clientHeight / 2 : 0
  }

  item({square, mover}, at, grade) {
    const name = squareName(square)
    const button = make('button', {type: 'button', class: grade?.name ?? ''}, `${at}. ${name}${GRADE_SIGNS[grade?.name] ?? ''}`)
    button.title = `${at}. ${sideName(mover)} ${name}${grade ? ` – ${gradeWords(grade)}` : ''}`
    button.onclick = () => this.onChoose(at)
    return make('li', {}, button)
  }
}

export function gradeWords({name, loss}) {
  return loss > 0 ? words.losesDiscs(words.grades[name], loss) : words.grades[name]
}

/* The graph of Black's lead. */
export class LeadCurve {
  constructor(svg, onChoose) {
    this.curve = new Curve(svg, onChoose)
  }

  draw(game, knowledge, grades) {
    const leads = game.positions.map(position => leadOf(position, knowledge))
    const describe = at => {
      const name = at === 0 ? words.start : `${at}. ${squareName(game.positions[at].square)}`
      return leads[at] ? `${name}: ${leadWords(leads[at].lead)}` : name
    }
    const isMistake = grade => grade?.name === 'mistake' || grade?.name === 'blunder'
    const mistakeBy = at => (isMistake(grades[at]) ? (game.positions[at].mover === 'X' ? 'black' : 'white') : null)
    this.curve.words = {label: words.curve, black: words.blackLeads, white: words.whiteLeads}
    this.curve.show(leads, describe, mistakeBy)
    this.curve.mark(game.at)
  }
}

/* The grades of each side, counted. */
export function drawSummary(game, grades, names) {
  const counts = {X: {}, O: {}}
  const lost = {X: 0, O: 0}
  game.positions.forEach(({mover}, at) => {
    const grade = grades[at]
    if (!grade) return
    counts[mover][grade.name] = (counts[mover][grade.name] ?? 0) + 1
    lost[mover] += grade.loss
  })
  const row = (title, ...cells) => make('tr', {}, make('th', {scope: 'row'}, title), ...cells.map(cell => make('td', {}, cell)))
  const rows = names.map(name => row(words.grades[name], counts.X[name] ?? 0, counts.O[name] ?? 0))
  byId('summary').querySelector('tbody').replaceChildren(...rows, row(words.discsLost, lost.X, lost.O))
}

/* The last move, and whose turn it is or how the game has ended. */
export function statusWords(game, {isThinking, winnerOnTime, grade}) {
  const {position} = game
  const sentences = []
  if (position.square !== undefined) {
    const play = words.plays(sideName(position.mover), squareName(position.square))
    sentences.push(grade ? words.graded(play, gradeWords(grade)) : play)
  }
  if (position.passed && isThinking) sentences.push(words.passes(sideName(position.passed)))
  sentences.push(turnWords(position, {isThinking, winnerOnTime}))
  if (!game.isAtEnd) sentences.push(words.paused)
  return words.sentences(sentences)
}

function turnWords(position, {isThinking, winnerOnTime}) {
  if (winnerOnTime) return words.wonOnTime(sideName(winnerOnTime))
  if (!position.color) return resultWords(position.board)
  const side = sideName(position.color)
  if (isThinking) return words.thinking(side)
  return position.passed ? words.passed(sideName(position.passed), side) : words.toMove(side)
}
