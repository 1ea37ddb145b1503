/* The page: one game, who plays it, and what the engine is asked about it. */

import {Clocks} from './clocks.js'
import {listen} from './controls.js'
import {openKeys, openLoad, openNewGame, openSave, readGames} from './dialogs.js'
import {Drawing} from './drawing.js'
import {Editor} from './editor.js'
import {byId, make} from './elements.js'
import {Game, positionText} from './game.js'
import {Knowledge} from './grades.js'
import {fragment, linkedGame} from './link.js'
import {playing, valuing} from './questions.js'
import {Review, gradesOf, nextMistake} from './review.js'
import {START} from './rules.js'
import {Session} from './session.js'
import {loadGames, loadLastGame, loadSettings, saveGames, saveLastGame, saveSettings} from './settings.js'
import {offeredStrength, playerWords, strengthOf} from './strengths.js'
import {languageNames, preferredLanguage, problemWords, sideName, speak, translate, words} from './words.js'
import {Work} from './work.js'

/* In seconds. */
const HINT_TIME = 1.5

/* Any number repeats the choices of a game. */
const newSeed = () => Math.floor(Math.random() * 2 ** 32)

class App {
  constructor(constants) {
    this.constants = constants
    this.settings = loadSettings({
      language: preferredLanguage(),
      people: 'X',
      strengths: {},
      minutes: 0,
      isAnalysing: false,
    })
    this.settings.strengths = this.offered(this.settings.strengths)
    this.knowledge = new Knowledge(constants.grades)
    this.openings = new Map()
    this.session = new Session(reason => this.connectionChanged(reason))
    this.work = new Work(this.session, error => this.searchFailed(error))
    this.editor = new Editor({onChange: () => this.draw(), onDone: game => this.setUpDone(game)})
    this.listen()
    this.setLanguage(this.settings.language)
    this.resume()
    this.drawing = new Drawing({onSquare: square => this.clicked(square), onPlace: at => this.go(at)})
    this.update()
  }

  /* The strengths of both sides, each one that can be chosen. */
  offered(strengths) {
    const {opponents, casual_level: level} = this.constants
    const offered = color => offeredStrength(strengths?.[color], opponents, strengthOf({level}))
    return {X: offered('X'), O: offered('O')}
  }

  /* Takes up the game of the address, which a reload and a link keep. */
  resume() {
    const {now, previous} = loadGames()
    const linked = linkedGame(location.hash)
    if (!linked && location.hash.length > 1) this.warn(words.badLink)
    const game = linked ?? new Game()
    const {people, strengths} = this.settings
    if (now?.fragment === fragment(game)) {
      this.set(keptGame(now), now)
      this.previous = previous
    } else {
      // A linked game is looked at, and the engine plays only the one that was begun here.
      this.set(game, {people: linked ? 'XO' : people, strengths, minutes: 0, isOwn: !linked})
      this.previous = now?.fragment ? now : previous
    }
    const last = loadLastGame()
    if (last?.fragment !== fragment(game)) this.previous ??= last
    this.lastKept = fragment(game)
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
      'previous-game': () => this.backToPrevious(),
      review: () => this.toggleReview(),
      'next-mistake': () => this.goToMistake(1),
      'previous-mistake': () => this.goToMistake(-1),
    }
    listen(actions, {isEditing: () => this.editor.isOpen, onFile: file => this.dropped(file)})
    byId('slider').oninput = event => this.go(Number(event.target.value))
    const languages = Object.entries(languageNames).map(([value, name]) => make('option', {value}, name))
    byId('language').append(...languages)
    byId('language').onchange = event => this.setLanguage(event.target.value)
    addEventListener('hashchange', () => this.followLink())
    addEventListener('pagehide', () => this.keep())
    // A phone may end a page that is not seen without a word.
    document.addEventListener('visibilitychange', () => this.keep())
  }

  setLanguage(language) {
    this.settings.language = language
    saveSettings(this.settings)
    speak(language)
    translate(document)
    byId('language').value = language
    this.refuse(this.refusal)
    if (this.drawing) this.update()
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
      this.isOwn = true
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
    if (this.game.isAtEnd) return
    this.game.cut()
    this.isOwn = true
    this.clocks.rewind(this.game.at)
    this.hinted = null
    this.update()
  }

  /* Exchanges the moves for those that were replaced or forgotten last, with their times. */
  restore() {
    this.game = this.game.restore()
    this.clocks.restore()
    this.review = null
    this.update()
  }

  /* The game as it is kept. */
  record() {
    const {game, people, strengths, minutes, names, isOwn} = this
    const clocks = this.clocks.record()
    return {fragment: fragment(game), replaced: game.replaced, people, strengths, minutes, names, isOwn, clocks}
  }

  /* Takes a game, without anything of the one before. One that is only looked at is not `isOwn` until
   * something is played in it. */
  set(game, {people, strengths, minutes, names = {}, isOwn = true, clocks = null}) {
    this.clocks?.stop()
    Object.assign(this, {game, people, minutes, names, isOwn, review: null, hinted: null, seed: newSeed()})
    this.strengths = this.offered(strengths)
    this.clocks = new Clocks(minutes, clocks, () => this.ticked())
    if (!clocks) this.clocks.note(game.at)
  }

  /* Begins a game, or goes on with one that was kept. The one before can be brought back, unless
   * there is nothing in it. */
  begin(game, players) {
    const left = this.record()
    if (left.fragment) this.previous = left
    this.set(game, players)
    this.warn('')
    this.editor.hide()
    this.update()
  }

  backToPrevious() {
    const {previous} = this
    this.previous = null
    this.begin(keptGame(previous), previous)
  }

  /* A game that is looked at: the engine does not play in it. */
  show(game, {names = {}, isOwn = false} = {}) {
    this.begin(game, {people: 'XO', strengths: this.strengths, minutes: 0, names, isOwn})
  }

  askForGame() {
    const shown = this.editor.isOpen ? this.editor.shown : this.game.position
    const onBegin = (choice, isFromHere) => {
      Object.assign(this.settings, choice)
      saveSettings(this.settings)
      this.begin(isFromHere ? new Game({start: positionText(shown)}) : new Game(), choice)
    }
    openNewGame({settings: this.settings, opponents: this.constants.opponents, onBegin})
  }

  setUp() {
    if (this.editor.isOpen) return
    this.editor.open(this.game.position)
    this.update()
  }

  setUpDone(game) {
    const isNew = game && positionText(game.position) !== positionText(this.game.position)
    if (isNew) this.show(game, {isOwn: true})
    else this.update()
  }

  loaded({game, black, white}) {
    this.show(game, {names: {X: black, O: white}})
  }

  async dropped(file) {
    try {
      const read = await readGames(await file.arrayBuffer(), file.name)
      if (read.games.length === 1) this.loaded(read.games[0])
      else openLoad(loaded => this.loaded(loaded), read)
    } catch (error) {
      this.warn(problemWords(error))
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
    if (!this.people.includes(color)) return playerWords(this.strengths[color])
    return this.people === color ? words.you : sideName(color)
  }

  ticked() {
    this.drawing.drawClocks(this.clocks)
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
    if (this.settings.isAnalysing) return this.valuing(position, 'analysis', {exact: true})
    if (this.hinted === position) return this.valuing(position, 'hint', {time: HINT_TIME})
    return null
  }

  thinking(position) {
    const {seed, clocks} = this
    const onMove = square => {
      const isStill = this.game.position === position && this.game.isAtEnd && !this.isOver()
      if (isStill) this.play(square)
    }
    return playing({position, at: this.game.at, strength: this.strengths[position.color], seed, clocks, onMove})
  }

  /* Values of all moves, shown as they become known. */
  valuing(position, kind, limit) {
    const text = positionText(position)
    const key = `${kind} ${text}`
    if (this.finished === key) return null
    const onFound = (answer, isComplete) => {
      if (this.knowledge.add(text, answer, isComplete)) this.draw()
    }
    return valuing({position, key, limit, onFound, onDone: () => (this.finished = key)})
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
    this.drawing.turn()
    this.draw()
  }

  searchFailed(error) {
    this.warn(words.searchFailed(problemWords(error)))
    this.update()
  }

  connectionChanged(reason) {
    this.refuse(reason)
    if (this.drawing) this.update()
  }

  /* Says why there is no connection, if there is none. */
  refuse(reason) {
    this.refusal = reason
    notify('connection', reason ? words.connection[reason] : '')
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
    const {previous} = this
    const now = this.record()
    if (location.hash.slice(1) !== now.fragment) history.replaceState(null, '', now.fragment ? `#${now.fragment}` : location.pathname)
    saveGames({now, previous})
    // A tab that is only opened or closed must not replace the game of another one.
    const isLast = now.fragment === loadLastGame()?.fragment
    if (!now.fragment || !this.isOwn || (now.fragment === this.lastKept && !isLast)) return
    this.lastKept = now.fragment
    saveLastGame(now)
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
    this.drawing?.draw(this)
  }

  /* Nobody should see the best move who has not asked. */
  areValuesShown() {
    return this.settings.isAnalysing || this.hinted === this.game.position || Boolean(this.review)
  }
}

/* The game of a record. */
function keptGame({fragment, replaced}) {
  const game = linkedGame(`#${fragment}`) ?? new Game()
  game.replaced = replaced ?? null
  return game
}

function notify(id, text) {
  byId(id).textContent = text
  byId(id).hidden = !text
}

speak(loadSettings({language: preferredLanguage()}).language)
try {
  new App(await (await fetch('constants.json')).json())
} catch (error) {
  notify('problem', `${words.connection.lost} (${error.message})`)
}
