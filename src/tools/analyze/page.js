/* Brings the list, the board and the address together. */

const games = JSON.parse(byId('records').textContent).map(asGame)

const viewer = new AnalysisViewer(tell)
const list = new GameList(games, game => {
  show(game, 0)
  tell(viewer)
  byId('viewer').scrollIntoView({block: 'nearest'})
})

function tell({record, at, ahead}) {
  setAddress({game: record.place, move: at, ...(ahead > 0 && {line: ahead})})
}

function show(game, at, ahead) {
  list.mark(game)
  viewer.show(game, at, ahead)
}

function showAddressed() {
  const game = games.find(({place}) => place === addressed('game')) ?? games[0]
  show(game, addressed('move'), addressed('line'))
}

byId('extent').textContent = games.length === 1 ? '1 game' : `${games.length} games`
byId('collection').hidden = games.length === 1
addEventListener('keydown', event => viewer.press(event))
showAddressed()
addEventListener('hashchange', showAddressed)
