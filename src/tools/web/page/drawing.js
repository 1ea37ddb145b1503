/* Draws the page as it is after a change. */

import {byId} from './elements.js'
import {positionText} from './game.js'
import {GRADE_SIGNS} from './grades.js'
import {gradesOf} from './review.js'
import {START, squareName} from './rules.js'
import {Squares} from './squares.js'
import * as view from './view.js'
import {words} from './words.js'

export class Drawing {
  /* `onSquare` gets a square that is clicked, and `onPlace` a place of the game. */
  constructor({onSquare, onPlace}) {
    this.squares = new Squares(byId('squares'), onSquare)
    this.moveList = new view.MoveList(byId('moves'), onPlace)
    this.curve = new view.LeadCurve(byId('curve'), onPlace)
  }

  turn() {
    this.squares.turn()
  }

  drawClocks(clocks) {
    view.drawClocks(clocks)
  }

  draw(app) {
    const {game, knowledge, editor, settings} = app
    const grades = gradesOf(game, knowledge)
    document.body.classList.toggle('editing', editor.isOpen)
    this.drawBoard(app, grades)
    const players = {X: app.playerName('X'), O: app.playerName('O')}
    view.drawPlayers(editor.isOpen ? editor.shown : game.position, players, app.clocks)
    view.drawEvaluation(game, app.areValuesShown() ? knowledge : null)
    view.drawOpening(game.start === START ? app.openings.get(game.movesSoFar) : null, settings.language)
    this.moveList.draw(game, grades)
    this.curve.draw(game, knowledge, grades)
    byId('status').textContent = statusWords(app, grades)
    byId('slider').max = game.last
    byId('slider').value = game.at
    drawActions(app)
    drawReview(app, grades)
  }

  drawBoard(app, grades) {
    const {game, editor} = app
    if (editor.isOpen) return this.squares.draw(editor.shown, {isEditing: true})
    const {position} = game
    const known = position.color ? app.knowledge.get(positionText(position)) : null
    const isShown = known && app.areValuesShown()
    const squareOf = name => position.legal.find(square => squareName(square).toLowerCase() === name)
    const values = new Map(isShown ? known.lines.map(line => [squareOf(line.move), line.value]) : [])
    const grade = grades[game.at]
    const sign = GRADE_SIGNS[grade?.name]
    const marks = new Map(sign ? [[position.square, {name: grade.name, sign}]] : [])
    const isPlayable = !app.isOver() && (app.isPersonToMove() || !game.isAtEnd)
    this.squares.draw(position, {isPlayable, values, best: known?.value, marks})
  }
}

function statusWords(app, grades) {
  const {game, clocks} = app
  const isThinking = game.isAtEnd && !app.isOver() && !app.isPersonToMove()
  const winnerOnTime = game.isAtEnd ? clocks.winner : null
  return view.statusWords(game, {isThinking, winnerOnTime, grade: grades[game.at]})
}

function drawActions(app) {
  const {game, editor} = app
  byId('analyse').setAttribute('aria-pressed', app.settings.isAnalysing)
  byId('take-back').disabled = game.at === 0 || editor.isOpen
  byId('hint').disabled = app.isOver() || editor.isOpen
  byId('play-on').hidden = game.isAtEnd || editor.isOpen
  byId('restore').hidden = !game.replaced || editor.isOpen
  byId('previous-game').hidden = !app.previous || editor.isOpen
}

function drawReview({game, review, editor, constants}, grades) {
  const isRunning = Boolean(review?.isRunning)
  byId('review').textContent = isRunning ? words.stopReview : words.review
  byId('review').disabled = editor.isOpen || game.last === 0
  byId('review-progress').textContent = isRunning ? progressWords(review) : ''
  const isGraded = Boolean(review) && grades.some(grade => grade && grade.name !== 'forced')
  byId('summary').hidden = !isGraded
  for (const id of ['next-mistake', 'previous-mistake']) byId(id).disabled = !isGraded
  if (isGraded) view.drawSummary(game, grades, [...constants.grades.map(({name}) => name), 'forced'])
}

const progressWords = review => (review.isFirstPass ? words.glancing : words.reviewing(review.done, review.count))
