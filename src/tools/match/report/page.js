/* Brings the list and the board together. The part of the address after # says
 * which position is shown, so that it can be passed on. */

const records = JSON.parse(byId('records').textContent)
let list = null

const viewer = new Viewer(tell)

function tell(record, at) {
  history.replaceState(null, '', `#game=${record.game}&move=${at}`)
}

function show(record, at) {
  list.mark(record)
  viewer.show(record, at)
}

/* What the address says, or nothing. */
function addressed() {
  const words = new URLSearchParams(location.hash.slice(1))
  const record = records.find(({game}) => game === Number(words.get('game')))
  return record && [record, Number(words.get('move')) || 0]
}

function press(event) {
  const goes = {
    ArrowLeft: () => viewer.go(viewer.at - 1),
    ArrowRight: () => viewer.go(viewer.at + 1),
    Home: () => viewer.go(0),
    End: () => viewer.go(Infinity),
  }
  // Lists and sliders have their own use for these keys.
  const go = event.target.matches('select, input') ? undefined : goes[event.key]
  if (!go || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  go()
}

if (records.length === 0) {
  document.querySelector('.games').hidden = true
} else {
  const games = document.querySelector('.games')
  list = new GameList(records, record => {
    show(record, 0)
    tell(record, 0)
    byId('viewer').scrollIntoView({block: 'nearest'})
  })
  games.addEventListener('keydown', press)
  show(...(addressed() ?? [records[0], 0]))
  addEventListener('hashchange', () => {
    const position = addressed()
    if (position) show(...position)
  })
}
