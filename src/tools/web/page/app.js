/* The page: one game, who plays it, and what the engine is asked about it. */

import {Clocks} from './clocks.js'
import {openKeys, openLoad, openNewGame, openSave, readGames} from './dialogs.js'
import {Editor} from './editor.js'
import {byId, make} from './elements.js'
import {Game, positionText} from './game.js'
import {GRADE_SIGNS, Knowledge} from './grades.js'
import {fragment, linkedGame} from './link.js'
import {Review, gradesOf, nextMistake} from './review.js'
import {START, squareName} from './rules.js'
import {Session} from './session.js'
import {loadGame, loadSettings, saveGame, saveSettings} from './settings.js'
import {Squares} from './squares.js'
import * as view from './view.js'
import {languageNames, preferredLanguage, sideName, speak, translate, words} from './words.js'
import {Work} from './work.js'

/* In seconds. */
const HINT_TIME = 1.5
const REPORT_INTERVAL = 0.2

/* So that a fast reply can be followed by the eye; in milliseconds. */
const LEAST_THINKING = 400

/* What keys may do while a position is set up. */
const OPEN_WHILE_EDITING = ['new-game', 'load', 'rotate', 'keys']

class App {
  constructor(constants) {
    this.constants = constants
    this.settings = loadSettings({
      language: preferredLanguage(),
      people: 'X',
      levels: {X: constants.casual_level, O: constants.casual_level},
      minutes: 0,
      isAnalysing: false,
    })
    this.knowledge = new Knowledge(constants.grades)
    this.openings = new Map()
    this.names = {}
    this.review = null
    this.hinted = null
    this.seed = Math.floor(Math.random() * 2 ** 32)
    this.session = new Session(reason => this.connectionChanged(reason))
    this.work = new Work(this.session, error => this.searchFailed(error))
    this.squares = new Squares(byId('squares'), square => this.clicked(square))
    this.moveList = new view.MoveList(byId('moves'), at => this.go(at))
    this.editor = new Editor({onChange: () => this.draw(), onDone: game => this.setUpDone(game)})
    this.listen()
    this.setLanguage(this.settings.language)
    this.resume()
    this.curve = new view.LeadCurve(byId('curve'), at => this.go(at))
    this.update()
  }

  /* Takes up the game of the address, which a reload and a link keep. */
  resume() {
    const kept = loadGame()
    const linked = linkedGame(location.hash)
    if (!linked && location.hash.length > 1) this.warn(words.badLink)
    this.game = linked ?? new Game()
    const isSame = kept.fragment === undefined ? !linked : kept.fragment === fragment(this.game)
    // A linked game is looked at, and the engine plays only the one that was begun here.
    this.people = isSame ? kept.people ?? this.settings.people : 'XO'
    this.levels = (isSame && kept.levels) || this.settings.levels
    this.minutes = (isSame && kept.minutes) || 0
    this.clocks = new Clocks(this.minutes, () => this.ticked())
    if (isSame && kept.left) this.clocks.left = kept.left
    this.names = (isSame && kept.names) || {}
    this.clocks.note(this.game.at)
  }

  listen() {
    const actions = {
      'new-game': () => this.askForGame(),
      'set-up': () => this.setUp(),
      load: () => openLoad(loaded => this.loaded(loaded)),
      save: () => this.save(),
      keys: openKeys,
      first: () => this.go(0),
      back: () => this.go(this.game.at - 1),
      forward: () => this.go(this.game.at + 1),
      last: () => this.go(Infinity),
      'take-back': () => this.takeBack(),
      hint: () => this.hint(),
      analyse: () => this.analyse(),
      rotate: () => this.rotate(),
      'play-on': () => this.playOn(),
      restore: () => this.restore(),
      review: () => this.toggleReview(),
      'next-mistake': () => this.goToMistake(1),
      'previous-mistake': () => this.goToMistake(-1),
    }
    for (const [id, action] of Object.entries(actions)) byId(id).onclick = action
    byId('slider').oninput = event => this.go(Number(event.target.value))
    const languages = Object.entries(languageNames).map(([value, name]) => make('option', {value}, name))
    byId('language').append(...languages)
    byId('language').onchange = event => this.setLanguage(event.target.value)
    addEventListener('keydown', event => this.press(event))
    addEventListener('hashchange', () => this.followLink())
    const isFile = event => event.dataTransfer.types.includes('Files') && !document.querySelector('dialog[open]')
    addEventListener('dragover', event => isFile(event) && event.preventDefault())
    addEventListener('drop', event => isFile(event) && this.dropped(event))
    addEventListener('pagehide', () => this.keep())
  }

  press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || document.querySelector('dialog[open]')) return
    if (event.target.matches('input:not([type=range], [type=radio]), select, textarea')) return
    // Arrows belong to the slider and to the choices.
    if (event.key.length > 1 && event.target.matches('input')) return
    const ids = {
      ArrowLeft: 'back', ArrowRight: 'forward', Home: 'first', End: 'last', u: 'take-back', h: 'hint', a: 'analyse',
      r: 'review', n: 'next-mistake', p: 'previous-mistake', t: 'rotate', g: 'new-game', s: 'set-up', l: 'load',
      d: 'save', '?': 'keys',
    }
    const id = ids[event.key.length === 1 ? event.key.toLowerCase() : event.key]
    if (!id || (this.editor.isOpen && !OPEN_WHILE_EDITING.includes(id))) return
    event.preventDefault()
    byId(id).click()
  }

  setLanguage(language) {
    this.settings.language = language
    saveSettings(this.settings)
    speak(language)
    translate(document)
    byId('language').value = language
    if (this.curve) this.update()
  }

  // The game

  isPersonToMove() {
    return this.people.includes(this.game.position.color)
  }

  isOver() {
    return !this.game.position.color || (this.game.isAtEnd && this.clocks.fallen !== null)
  }

  clicked(square) {
    if (this.editor.isOpen) return this.editor.put(square)
    // While the engine thinks, its move is its own.
    const isEnginesTurn = this.game.isAtEnd && !this.isPersonToMove()
    if (!this.isOver() && !isEnginesTurn) this.play(square)
  }

  play(square) {
    const before = this.game.at
    const next = this.game.positions[before + 1]
    if (!this.game.play(square)) return
    if (this.game.position !== next) {
      if (next) this.clocks.rewind(before)
      this.clocks.run(null)
      this.clocks.note(this.game.at)
    }
    this.hinted = null
    this.update()
  }

  go(at) {
    this.game.go(at)
    this.hinted = null
    this.update()
  }

  /* Takes back the last move of a person, and the replies to it. */
  takeBack() {
    const isPersons = at => this.people === '' || this.people.includes(this.game.positions[at].color)
    let at = this.game.at - 1
    while (at > 0 && !isPersons(at)) at--
    this.game.go(at)
    this.playOn()
  }

  /* Forgets what follows the position shown, so that the game goes on from there. */
  playOn() {
    this.game.cut()
    this.clocks.rewind(this.game.at)
    this.hinted = null
    this.update()
  }

  restore() {
    this.game = this.game.restore()
    this.review = null
    this.update()
  }

  begin(game, {people, levels, minutes}) {
    this.game = game
    this.people = people
    this.levels = levels
    this.minutes = minutes
    this.names = {}
    this.review = null
    this.hinted = null
    this.warn('')
    this.editor.hide()
    this.seed = Math.floor(Math.random() * 2 ** 32)
    this.clocks.stop()
    this.clocks = new Clocks(minutes, () => this.ticked())
    this.clocks.note(game.at)
    this.update()
  }

  /* A game that is looked at: the engine does not play in it. */
  show(game, names = {}) {
    this.begin(game, {people: 'XO', levels: this.levels, minutes: 0})
    this.names = names
    this.update()
  }

  askForGame() {
    const shown = this.editor.isOpen ? this.editor.shown : this.game.position
    const onBegin = (choice, isFromHere) => {
      Object.assign(this.settings, choice)
      saveSettings(this.settings)
      this.begin(isFromHere ? new Game({start: positionText(shown)}) : new Game(), choice)
    }
    openNewGame({settings: this.settings, levels: this.constants.levels, onBegin})
  }

  setUp() {
    if (this.editor.isOpen) return
    this.editor.open(this.game.position)
    this.update()
  }

  setUpDone(game) {
    const isNew = game && positionText(game.position) !== positionText(this.game.position)
    if (isNew) this.show(game)
    else this.update()
  }

  loaded({game, black, white}) {
    this.show(game, {X: black, O: white})
  }

  async dropped(event) {
    event.preventDefault()
    const file = event.dataTransfer.files[0]
    if (!file) return
    try {
      const read = await readGames(await file.arrayBuffer(), file.name)
      if (read.games.length === 1) this.loaded(read.games[0])
      else openLoad(loaded => this.loaded(loaded), read)
    } catch (error) {
      this.warn(error.message)
    }
  }

  followLink() {
    const linked = linkedGame(location.hash)
    if (!linked && location.hash.length > 1) this.warn(words.badLink)
    if (linked && fragment(linked) !== fragment(this.game)) this.show(linked)
  }

  save() {
    const {game} = this
    const [black, white] = ['X', 'O'].map(color => this.playerName(color))
    const start = game.start === START ? undefined : game.start
    openSave({game, record: {black, white, start, moves: game.moves}, formats: this.constants.formats})
  }

  playerName(color) {
    if (this.names[color]) return this.names[color]
    if (!this.people.includes(color)) return words.engineLevel(this.levels[color])
    return this.people === color ? words.you : sideName(color)
  }

  ticked() {
    view.drawClocks(this.clocks)
    if (this.clocks.fallen) this.update()
  }

  // The engine

  /* What the engine should do now, or `null`. */
  wanted() {
    const {position} = this.game
    if (this.editor.isOpen) return null
    if (this.review?.isRunning) return this.review.next(() => this.update())
    if (!this.isOver() && this.game.isAtEnd && !this.isPersonToMove()) return this.thinking(position)
    if (!position.color) return null
    if (this.hinted === position && !this.settings.isAnalysing) return this.valuing(position, 'hint', {time: HINT_TIME})
    if (this.settings.isAnalysing) return this.valuing(position, 'analysis', {exact: true})
    return null
  }

  thinking(position) {
    const since = performance.now()
    const text = positionText(position)
    const question = () => {
      const asked = {position: text, play: true, level: this.levels[position.color], seed: this.seed}
      return this.clocks.isOn ? {...asked, clock: this.clocks.of(position.color) / 1000} : asked
    }
    const onAnswer = async ({lines}) => {
      const rest = LEAST_THINKING - (performance.now() - since)
      if (rest > 0 && !this.clocks.isOn) await new Promise(resolve => setTimeout(resolve, rest))
      const isStill = this.game.position === position && this.game.isAtEnd && !this.isOver()
      if (isStill) this.play(position.legal.find(square => squareName(square).toLowerCase() === lines[0].move))
    }
    return {key: `play ${this.seed} ${this.game.at} ${text}`, question, onAnswer}
  }

  /* Values of all moves, shown as they become known. */
  valuing(position, kind, limit) {
    const text = positionText(position)
    const keep = answer => {
      const isComplete = answer.lines.length === position.legal.length
      if (this.knowledge.add(text, answer, isComplete)) this.draw()
    }
    const onAnswer = answer => {
      keep(answer)
      this.finished = `${kind} ${text}`
    }
    if (this.finished === `${kind} ${text}`) return null
    return {key: `${kind} ${text}`, question: {position: text, lines: 'all', interval: REPORT_INTERVAL, ...limit}, onReport: keep, onAnswer}
  }

  toggleReview() {
    if (this.review?.isRunning) this.review.stop()
    else this.review = new Review(this.game, this.knowledge)
    this.update()
  }

  goToMistake(step) {
    const at = nextMistake(gradesOf(this.game, this.knowledge), this.game.at, step)
    if (at) this.go(at)
  }

  hint() {
    if (this.isOver()) return
    this.hinted = this.game.position
    this.update()
  }

  analyse() {
    this.settings.isAnalysing = !this.settings.isAnalysing
    saveSettings(this.settings)
    this.update()
  }

  rotate() {
    this.squares.turn()
    this.draw()
  }

  searchFailed(error) {
    this.warn(words.searchFailed(error.message))
    this.update()
  }

  connectionChanged(reason) {
    notify('connection', reason === null ? '' : reason || words.lost)
    if (this.curve) this.update()
  }

  warn(text) {
    notify('problem', text)
  }

  // The page

  /* After every change: asks the engine, runs the clock, keeps the game and draws. */
  update() {
    const work = this.wanted()
    if (work) this.work.start(work)
    else this.work.stop()
    this.clocks.run(this.running())
    this.keep()
    this.askOpening()
    this.draw()
  }

  /* The side whose clock runs. That of the engine stops while it may not think. */
  running() {
    const {color} = this.game.positions.at(-1)
    const isPlayed = this.game.last > 0 && this.clocks.fallen === null && !this.editor.isOpen
    const mayThink = this.game.isAtEnd && !this.review?.isRunning && this.session.isConnected
    return isPlayed && (this.people.includes(color) || mayThink) ? color : null
  }

  keep() {
    const text = fragment(this.game)
    if (location.hash.slice(1) !== text) history.replaceState(null, '', text ? `#${text}` : location.pathname)
    const {people, levels, minutes} = this
    const left = {X: this.clocks.of('X'), O: this.clocks.of('O')}
    saveGame({fragment: text, people, levels, minutes, left, names: this.names})
  }

  askOpening() {
    const moves = this.game.movesSoFar
    if (this.openings.has(moves) || this.game.start !== START) return
    this.openings.set(moves, null)
    this.session.ask({action: 'opening', moves}).answer.then(answer => {
      this.openings.set(moves, answer.opening)
      this.draw()
    }, () => this.openings.delete(moves))
  }

  draw() {
    if (!this.curve) return
    const {game, knowledge, editor} = this
    const grades = gradesOf(game, knowledge)
    document.body.classList.toggle('editing', editor.isOpen)
    this.drawBoard(grades)
    view.drawPlayers(editor.isOpen ? editor.shown : game.position, {X: this.playerName('X'), O: this.playerName('O')}, this.clocks)
    view.drawEvaluation(game, this.areValuesShown() ? knowledge : null)
    view.drawOpening(game.start === START ? this.openings.get(game.movesSoFar) : null, this.settings.language)
    this.moveList.draw(game, grades)
    this.curve.draw(game, knowledge, grades)
    byId('status').textContent = this.status(grades)
    byId('slider').max = game.last
    byId('slider').value = game.at
    byId('analyse').setAttribute('aria-pressed', this.settings.isAnalysing)
    byId('take-back').disabled = game.at === 0 || editor.isOpen
    byId('hint').disabled = this.isOver() || editor.isOpen
    byId('play-on').hidden = game.isAtEnd || editor.isOpen
    byId('restore').hidden = !game.replaced || editor.isOpen
    this.drawReview(grades)
  }

  /* Nobody should see the best move who has not asked. */
  areValuesShown() {
    return this.settings.isAnalysing || this.hinted === this.game.position || Boolean(this.review)
  }

  drawBoard(grades) {
    const {game, editor} = this
    if (editor.isOpen) return this.squares.draw(editor.shown, {isEditing: true})
    const {position} = game
    const known = position.color ? this.knowledge.get(positionText(position)) : null
    const isShown = known && this.areValuesShown()
    const squareOf = name => position.legal.find(square => squareName(square).toLowerCase() === name)
    const values = new Map(isShown ? known.lines.map(line => [squareOf(line.move), line.value]) : [])
    const grade = grades[game.at]
    const sign = GRADE_SIGNS[grade?.name]
    const marks = new Map(sign ? [[position.square, {name: grade.name, sign}]] : [])
    const isPlayable = !this.isOver() && (this.isPersonToMove() || !game.isAtEnd)
    this.squares.draw(position, {isPlayable, values, best: known?.value, marks})
  }

  status(grades) {
    const {game} = this
    const isThinking = game.isAtEnd && !this.isOver() && !this.isPersonToMove()
    const winnerOnTime = game.isAtEnd ? this.clocks.winner : null
    return view.statusWords(game, {isThinking, winnerOnTime, grade: grades[game.at]})
  }

  reviewWords() {
    const {review} = this
    return review.isFirstPass ? words.glancing : words.reviewing(review.done, review.count)
  }

  drawReview(grades) {
    const {review, game} = this
    const isRunning = Boolean(review?.isRunning)
    byId('review').textContent = isRunning ? words.stopReview : words.review
    byId('review').disabled = this.editor.isOpen || game.last === 0
    byId('review-progress').textContent = isRunning ? this.reviewWords() : ''
    const isGraded = Boolean(review) && grades.some(grade => grade && grade.name !== 'forced')
    byId('summary').hidden = !isGraded
    for (const id of ['next-mistake', 'previous-mistake']) byId(id).disabled = !isGraded
    if (isGraded) view.drawSummary(game, grades, [...this.constants.grades.map(({name}) => name), 'forced'])
  }
}

function notify(id, text) {
  byId(id).textContent = text
  byId(id).hidden = !text
}

try {
  new App(await (await fetch('constants.json')).json())
} catch (error) {
  notify('problem', `${words.lost} (${error.message})`)
}
