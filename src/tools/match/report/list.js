/* The list of games and its filters. */

import {byId, element} from './elements.js'

export class GameList {
  constructor(records, onChoose) {
    this.rows = records.map(record => [record, gameRow(record, onChoose)])
    this.filters = byId('filters').elements
    const players = new Set(records.flatMap(record => [record.black, record.white]))
    this.filters.player.append(...[...players].map(player => new Option(player, player)))
    const reasons = new Set(records.map(record => record.reason))
    this.filters.reason.append(...[...reasons].sort().map(reason => new Option(reason)))
    byId('filters').onchange = () => this.filter()
    byId('filters').onsubmit = event => event.preventDefault()
    this.filter()
  }

  filter() {
    const {player, result, reason} = this.filters
    for (const option of result.querySelectorAll('[value=won], [value=lost]')) {
      option.disabled = player.value === ''
      if (option.disabled && option.selected) result.value = ''
    }
    const isIn = record =>
      (!player.value || [record.black, record.white].includes(player.value)) &&
      (!reason.value || record.reason === reason.value) &&
      (!result.value || isResult(record, result.value, player.value))
    const rows = this.rows.filter(([record]) => isIn(record)).map(([, row]) => row)
    byId('list').replaceChildren(...rows)
    byId('count').textContent = `${rows.length} of ${this.rows.length} games`
  }

  mark(chosen) {
    for (const [record, row] of this.rows) row.classList.toggle('shown', record === chosen)
  }
}

const winner = record => ({B: 'black', W: 'white'})[record.result[0]] ?? 'draw'

function isResult(record, wanted, player) {
  const side = winner(record)
  switch (wanted) {
    case 'won':
      return record[side] === player
    case 'lost':
      return side !== 'draw' && record[side] !== player
    default:
      return side === wanted
  }
}

function gameRow(record, onChoose) {
  const row = element('tr', '')
  const choose = element('button', '', record.game)
  choose.type = 'button'
  choose.setAttribute('aria-label', `Show game ${record.game}`)
  const head = element('th', '')
  head.scope = 'row'
  head.append(choose)
  const player = side => {
    const cell = element('td', winner(record) === side ? 'player winner' : 'player')
    cell.append(element('bdi', '', record[side]))
    return cell
  }
  row.append(head, player('black'), player('white'), element('td', '', record.result), element('td', '', record.reason))
  row.onclick = () => onChoose(record)
  return row
}
