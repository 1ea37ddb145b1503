/* The windows for a new game, for loading, and for saving. */

import {copy} from './copy.js'
import {byId, make} from './elements.js'
import {Game, positionText} from './game.js'
import {linkedGame} from './link.js'
import {post} from './session.js'
import {opponentWords, strengthOf} from './strengths.js'
import {problemWords, words} from './words.js'

const HIGHEST_FOR_PEOPLE = 9

const MINUTES = [0, 1, 3, 5, 10, 20, 30]

function fillSelect(select, options, chosen) {
  select.replaceChildren(...options.map(([value, text]) => make('option', {value}, text)))
  select.value = chosen
}

/* Offers the opponents, first those for people. */
function fillStrengths(select, opponents, chosen) {
  const option = opponent => make('option', {value: strengthOf(opponent)}, opponentWords(opponent))
  const first = opponents.findIndex(({level}) => level > HIGHEST_FOR_PEOPLE)
  select.replaceChildren(
    make('optgroup', {label: words.forPeople}, ...opponents.slice(0, first).map(option)),
    make('optgroup', {label: words.stronger}, ...opponents.slice(first).map(option))
  )
  select.value = chosen
}

/* Asks for the players and the clock. `onBegin` gets the settings. */
export function openNewGame({settings, opponents, onBegin}) {
  fillStrengths(byId('black-strength'), opponents, settings.strengths.X)
  fillStrengths(byId('white-strength'), opponents, settings.strengths.O)
  fillSelect(byId('minutes'), MINUTES.map(count => [count, count ? words.minutes(count) : words.noClock]), settings.minutes)
  byId('who').value = settings.people
  byId('from-here').checked = false
  // The strength of a person's side is of no use.
  const showStrengths = () => {
    byId('black-strength-row').hidden = byId('who').value.includes('X')
    byId('white-strength-row').hidden = byId('who').value.includes('O')
  }
  byId('who').onchange = showStrengths
  showStrengths()
  const dialog = byId('new-game-dialog')
  dialog.returnValue = ''
  byId('new-game-cancel').onclick = () => dialog.close()
  dialog.onclose = () => {
    if (dialog.returnValue !== 'begin') return
    const strengths = {X: byId('black-strength').value, O: byId('white-strength').value}
    onBegin({people: byId('who').value, strengths, minutes: Number(byId('minutes').value)}, byId('from-here').checked)
  }
  dialog.showModal()
}

/* The game of a record that the server has read. */
const gameOf = ({start, moves}) => new Game({start, moves})

/* Reads games from bytes or text. */
export async function readGames(content, name) {
  const linked = typeof content === 'string' ? linkedGame(content.trim()) : null
  if (linked) return {games: [{game: linked}], leftOut: 0}
  const response = await post(`read${name ? `?name=${encodeURIComponent(name)}` : ''}`, content)
  const {games, left_out: leftOut} = await response.json()
  if (games.length === 0) throw Object.assign(new Error(words.nothingRead), {code: 'no_games'})
  return {games: games.map(record => ({...record, get game() { return gameOf(record) }})), leftOut}
}

/* Asks for games, or which of those that have been read. `onLoad` gets the one that is chosen. */
export function openLoad(onLoad, games = null) {
  const dialog = byId('load-dialog')
  let read = null
  const say = text => (byId('load-error').textContent = text)
  const forget = () => {
    read = null
    byId('which').hidden = true
    say('')
  }
  const load = async () => {
    const file = byId('load-file').files[0]
    const text = byId('load-text').value
    try {
      if (!read) {
        read = text.trim() ? await readGames(text) : file ? await readGames(await file.arrayBuffer(), file.name) : null
        if (!dialog.open) return
        if (!read) return say(words.nothingRead)
        if (read.games.length > 1) return choose()
      }
      dialog.close()
      onLoad(read.games[read.games.length > 1 ? byId('load-game').selectedIndex : 0])
    } catch (error) {
      read = null
      say(problemWords(error))
    }
  }
  const choose = () => {
    const title = ({black, white}, index) => words.gameNamed(black ?? words.black, white ?? words.white, index + 1)
    fillSelect(byId('load-game'), read.games.map((game, index) => [index, title(game, index)]), 0)
    byId('which').hidden = false
    say(read.leftOut ? words.leftOut(read.leftOut) : '')
    byId('load-game').focus()
  }
  byId('load-text').value = ''
  byId('load-file').value = ''
  byId('load-text').oninput = () => {
    byId('load-file').value = ''
    forget()
  }
  byId('load-file').onchange = () => {
    byId('load-text').value = ''
    forget()
    load()
  }
  byId('load-game').ondblclick = load
  byId('load-now').onclick = load
  byId('load-cancel').onclick = () => dialog.close()
  forget()
  dialog.showModal()
  read = games
  if (read) choose()
}

/* Offers the game as a file, and its parts for the clipboard. */
export function openSave({game, record, formats}) {
  const say = text => (byId('save-result').textContent = text)
  byId('copy-text').hidden = true
  say('')
  fillSelect(byId('format'), formats.map(({name, summary}) => [name, `${name} – ${words.formats[name] ?? summary}`]), byId('format').value || formats[0].name)
  byId('download').onclick = async () => {
    const format = formats.find(({name}) => name === byId('format').value)
    try {
      const body = JSON.stringify({games: [record]})
      const response = await post(`write?format=${format.name}`, body)
      const link = make('a', {download: `game.${format.extension}`})
      link.href = URL.createObjectURL(await response.blob())
      link.click()
      // The download has not begun yet.
      setTimeout(() => URL.revokeObjectURL(link.href), 10000)
    } catch (error) {
      say(problemWords(error))
    }
  }
  const offer = text => () => copy(text, byId('copy-text'), byId('save-result'), words)
  byId('copy-moves').onclick = offer(game.moves)
  byId('copy-position').onclick = offer(positionText(game.position))
  byId('copy-link').onclick = offer(location.href)
  byId('save-dialog').showModal()
}

export function openKeys() {
  byId('key-table').replaceChildren(
    ...words.keyTable.map(([keys, effect]) => {
      const names = keys.split(' ').map(key => make('kbd', {}, key))
      return make('tr', {}, make('th', {scope: 'row'}, ...names), make('td', {}, effect))
    })
  )
  byId('keys-dialog').showModal()
}
