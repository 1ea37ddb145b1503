/* Tables that are sorted by their headings and filtered by a text. */

import {byId, element} from './elements.js'

/* What a cell is sorted by: its first number, or its text. An empty cell comes last. */
function sortKey(cell, isNumber) {
  const text = cell.innerText.trim()
  if (!isNumber) return text.toLowerCase()
  const number = Number.parseFloat(text.replace('\u2212', '-'))
  return Number.isNaN(number) ? undefined : number
}

function compareKeys([one], [other], direction) {
  if (one === undefined || other === undefined) return (one === undefined) - (other === undefined)
  if (typeof one === 'string') return direction * one.localeCompare(other)
  return direction * (one - other)
}

function sortRows(table, column, isNumber, direction) {
  const body = table.tBodies[0]
  const rows = [...body.rows].map(row => [sortKey(row.cells[column], isNumber), row])
  rows.sort((one, other) => compareKeys(one, other, direction))
  body.append(...rows.map(([, row]) => row))
}

/* The first press sorts numbers from the greatest and texts from A; another one turns the order
 * round. A heading that sorts a text has data-text. */
export function makeSortable(table) {
  const heads = [...table.tHead.rows[0].cells]
  for (const [column, head] of heads.entries()) {
    const isNumber = !('text' in head.dataset)
    const choose = element('button', '', head.textContent)
    choose.type = 'button'
    choose.onclick = () => {
      const known = head.getAttribute('aria-sort')
      const isUp = known ? known === 'descending' : !isNumber
      for (const other of heads) other.removeAttribute('aria-sort')
      head.setAttribute('aria-sort', isUp ? 'ascending' : 'descending')
      sortRows(table, column, isNumber, isUp ? 1 : -1)
    }
    head.replaceChildren(choose)
  }
}

/* Letters without case and accents, so that names are found as people type them. */
const plainLetters = text => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/* Shows only the rows whose heading contains all words of the text. */
export function makeFilterable(input, table, status) {
  const rows = [...table.tBodies[0].rows].map(row => [plainLetters(row.cells[0].textContent), row])
  const filter = () => {
    const words = plainLetters(input.value).split(/\s+/)
    let shown = 0
    for (const [text, row] of rows) {
      row.hidden = !words.every(word => text.includes(word))
      shown += !row.hidden
    }
    status.textContent = input.value.trim() ? `${shown} of ${rows.length}` : ''
  }
  input.oninput = filter
  filter()
}

/* Every table with the class `sortable`, with its filter if there is one. */
export function makeTablesSortable() {
  for (const table of document.querySelectorAll('.sortable')) {
    makeSortable(table)
    const input = byId(`${table.id}-filter`)
    if (input) makeFilterable(input, table, byId(`${table.id}-count`))
  }
}
