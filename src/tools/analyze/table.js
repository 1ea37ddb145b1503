/* The tables of a game: how both sides played, and all plies. */

import {button, element, signed} from './elements.js'

/* A row for each measure, with a cell for each side. `goTo` shows a move. */
export function fillSides(table, {black, white, summary, steps}, goTo) {
  const head = element('tr', '')
  head.append(element('th', ''), ...[black, white].map(headCell))
  const move = n => button('', `${n}. ${steps[n - 1].move} ${signed(-steps[n - 1].loss)}`, () => goTo(n))
  const measures = [
    ['Discs lost', ({lost}) => [lost]],
    ['in the opening', ({phases}) => [phases.opening]],
    ['in the midgame', ({phases}) => [phases.midgame]],
    ['in the endgame', ({phases}) => [phases.endgame]],
    ['Inaccuracies', ({inaccuracies}) => [inaccuracies]],
    ['Mistakes', ({mistakes}) => [mistakes]],
    ['Blunders', ({blunders}) => [blunders]],
    ['Best moves', ({best, choices}) => [`${best} of ${choices}${choices ? ` (${Math.round((100 * best) / choices)} %)` : ''}`]],
    ['Worst move', ({worst}) => [worst ? move(worst) : '–']],
    ['Win let go', ({let_go: letGo}) => (letGo.length > 0 ? letGo.map(move) : ['–'])],
  ]
  const rows = measures.map(([name, cells]) => {
    const row = element('tr', '')
    row.append(rowHead(name))
    for (const side of [summary.black, summary.white]) {
      const cell = element('td', '')
      cell.append(...cells(side))
      row.append(cell)
    }
    return row
  })
  table.tHead.replaceChildren(head)
  table.tBodies[0].replaceChildren(...rows)
}

function headCell(name) {
  const cell = element('th', '')
  cell.scope = 'col'
  cell.append(element('bdi', '', name))
  return cell
}

function rowHead(text) {
  const head = element('th', '', text)
  head.scope = 'row'
  return head
}

export function fillTable(body, steps) {
  body.replaceChildren(...steps.filter(({move}) => move).map(plyRow))
}

function plyRow({n, color, move, value, best, best_moves: moves, loss, grade, exact, depth, selectivity}) {
  const isKnown = best !== undefined
  const level = exact ? 'exact' : selectivity === 100 ? depth : `${depth} at ${selectivity} %`
  const cells = isKnown
    ? [color, move, signed(value), `${moves.join(', ')} ${signed(best)}`, loss, grade, level]
    : [color, move, '–', '–', '–', '–', '–']
  const row = element('tr', grade ?? '')
  row.append(rowHead(n), ...cells.map(text => element('td', '', text)))
  return row
}
