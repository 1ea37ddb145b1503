/* Connects the list, the board and the address. */

import {addressed, addressedText, setAddress} from './address.js'
import {byId} from './elements.js'
import {AnalysisViewer, gameForViewer} from './game.js'
import {GameList} from './list.js'

const games = JSON.parse(byId('records').textContent).map(gameForViewer)

const viewer = new AnalysisViewer(updateAddress)
const list = new GameList(games, game => {
  show(game, 0)
  updateAddress(viewer)
  byId('viewer').scrollIntoView({block: 'nearest'})
})

function updateAddress({record, at, ahead, tried}) {
  setAddress({game: record.place, move: at, ...(ahead > 0 && {line: ahead}), ...(tried && {tried})})
}

function show(game, ...place) {
  list.mark(game)
  viewer.show(game, ...place)
}

function showAddressed() {
  const game = games.find(({place}) => place === addressed('game')) ?? games[0]
  show(game, addressed('move'), addressed('line'), addressedText('tried'))
}

byId('extent').textContent = games.length === 1 ? '1 game' : `${games.length} games`
byId('collection').hidden = games.length === 1
addEventListener('keydown', event => viewer.press(event))
// A closed list would not be printed.
addEventListener('beforeprint', () => (byId('all-plies').open = true))
showAddressed()
addEventListener('hashchange', showAddressed)
