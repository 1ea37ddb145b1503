/* Connects the list, the board and the address. */

import {addressed, setAddress} from './address.js'
import {byId} from './elements.js'
import {MatchViewer} from './game.js'
import {GameList} from './list.js'

const records = JSON.parse(byId('records').textContent)
let list = null

const viewer = new MatchViewer(updateAddress)

function updateAddress({record, at}) {
  setAddress({game: record.game, move: at})
}

function show(record, at) {
  list.mark(record)
  viewer.show(record, at)
}

/* Shows the game named in the address. Returns whether the page contains it. */
function showAddressed() {
  const record = records.find(({game}) => game === addressed('game'))
  if (record) show(record, addressed('move'))
  return Boolean(record)
}

if (records.length === 0) {
  document.querySelector('.games').hidden = true
} else {
  list = new GameList(records, record => {
    show(record, 0)
    updateAddress(viewer)
    byId('viewer').scrollIntoView({block: 'nearest'})
  })
  document.querySelector('.games').addEventListener('keydown', event => viewer.press(event))
  if (!showAddressed()) show(records[0], 0)
  addEventListener('hashchange', showAddressed)
}
