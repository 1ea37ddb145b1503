/* The list of games. */

import {button, byId, element} from './elements.js'

export class GameList {
  constructor(games, onChoose) {
    this.rows = games.map(game => [game, gameRow(game, onChoose)])
    byId('list').replaceChildren(...this.rows.map(([, row]) => row))
  }

  mark(chosen) {
    for (const [game, row] of this.rows) row.classList.toggle('shown', game === chosen)
  }
}

function gameRow(game, onChoose) {
  const row = element('tr', '')
  const head = element('th', '')
  head.scope = 'row'
  const choose = button('', game.place, () => {})
  choose.setAttribute('aria-label', `Show game ${game.place}`)
  head.append(choose)
  const player = color => {
    const cell = element('td', 'player')
    cell.dataset.head = color === 'black' ? 'Black' : 'White'
    cell.append(element('bdi', '', game[color]))
    return cell
  }
  const {black, white} = game.summary
  const errors = side => side.mistakes + side.blunders
  const result = game.complete ? game.result ?? '' : 'incomplete'
  const cell = (heading, text) => {
    const made = element('td', '', text)
    made.dataset.head = heading
    return made
  }
  row.append(
    head,
    player('black'),
    player('white'),
    cell('Result', result),
    cell('Black lost', black.lost),
    cell('White lost', white.lost),
    cell('Black mistakes', errors(black)),
    cell('White mistakes', errors(white))
  )
  row.onclick = () => onChoose(game)
  return row
}
