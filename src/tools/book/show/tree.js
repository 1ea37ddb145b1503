/* The tree of a book: each move opens the replies to it, and shows the position after it. */

import {COLOR_NAMES, drawBoard} from './board.js'
import {button, byId, element, signed} from './elements.js'
import {count, replay} from './rules.js'

const [{start, nodes}] = JSON.parse(byId('records').textContent)
const squares = drawBoard(byId('board'))

function showLine(moves) {
  const {board, square, turned} = replay({start, moves: moves.join('')}).at(-1)
  squares.forEach((cell, index) => {
    const color = COLOR_NAMES[board[index]]?.toLowerCase()
    cell.className = ['square', index === square && 'played', turned.includes(index) && 'turned'].filter(Boolean).join(' ')
    cell.firstChild.className = color ? `disc ${color}` : ''
  })
  const words = moves.join(' ') || 'Start'
  byId('line').textContent = words
  byId('board').setAttribute('aria-label', `${words}. Black ${count(board, 'X')}, white ${count(board, 'O')}`)
}

function chooseMove(chosen, moves) {
  byId('tree').querySelector('[aria-current]')?.removeAttribute('aria-current')
  chosen.setAttribute('aria-current', 'true')
  showLine(moves)
}

/* What a move says of itself. */
function moveLabel(branch, best) {
  const label = element('span', branch.value === best ? 'best' : '', `${branch.move} ${signed(branch.value)} `)
  const level = branch.level === 'exact' ? 'exact' : `level ${branch.level}`
  label.append(element('span', 'level', branch.more ? `${level}, more in the book` : level))
  return label
}

/* A move with a list of replies, which is made when it is first opened. */
function openMove(branch, best, line) {
  const details = element('details', '')
  const summary = element('summary', '')
  summary.append(moveLabel(branch, best))
  summary.onclick = () => chooseMove(summary, line)
  details.append(summary)
  details.addEventListener('toggle', () => details.append(replyList(branch.node, line)), {once: true})
  return details
}

function lastMove(branch, best, line) {
  const last = element('div', 'end')
  const choose = button('', '', () => chooseMove(last, line))
  choose.append(moveLabel(branch, best))
  last.append(choose)
  return last
}

function replyList(node, line) {
  const list = element('ul', '')
  const best = nodes[node][0]?.value
  for (const branch of nodes[node]) {
    const item = element('li', '')
    const longer = [...line, branch.move]
    item.append((branch.node === undefined ? lastMove : openMove)(branch, best, longer))
    list.append(item)
  }
  return list
}

byId('extent').textContent = `${nodes.length} ${nodes.length === 1 ? 'position' : 'positions'}`
byId('tree').append(replyList(0, []))
showLine([])
