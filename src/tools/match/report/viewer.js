/* One game on the board, move by move. */

const COLOR_NAMES = {X: 'Black', O: 'White'}

const byId = id => document.getElementById(id)

function element(name, className, text = '') {
  const made = document.createElement(name)
  made.className = className
  made.textContent = text
  return made
}

function duration(micros) {
  if (micros < 1e3) return `${micros} µs`
  if (micros < 1e6) return `${(micros / 1e3).toPrecision(3)} ms`
  return `${(micros / 1e6).toFixed(2)} s`
}

class Viewer {
  constructor(onMove) {
    this.onMove = onMove
    this.squares = drawBoard(byId('board'))
    byId('first').onclick = () => this.go(0)
    byId('back').onclick = () => this.go(this.at - 1)
    byId('forward').onclick = () => this.go(this.at + 1)
    byId('last').onclick = () => this.go(Infinity)
    byId('slider').oninput = event => this.go(Number(event.target.value))
    byId('moves').onclick = event => {
      const move = event.target.closest('button')
      if (move) this.go(Number(move.dataset.at))
    }
  }

  show(record, at) {
    this.record = record
    this.positions = replay(record)
    // A board may stand before the moves.
    this.openingMoves = record.opening.split(' ').at(-1).length >> 1
    byId('game-title').textContent = `Game ${record.game}: ${record.result}, ${record.reason}`
    byId('black-name').textContent = record.black
    byId('white-name').textContent = record.white
    byId('slider').max = this.positions.length - 1
    byId('moves').replaceChildren(...this.positions.slice(1).map((_, index) => this.moveItem(index + 1)))
    this.draw(at)
  }

  /* Shows another position of the game, and says so. */
  go(at) {
    this.draw(at)
    this.onMove(this.record, this.at)
  }

  draw(at) {
    const last = this.positions.length - 1
    this.at = Math.max(0, Math.min(last, at))
    const {board, square, turned} = this.positions[this.at]
    this.squares.forEach((cell, index) => {
      const color = COLOR_NAMES[board[index]]?.toLowerCase()
      cell.className = ['square', index === square && 'played', turned.includes(index) && 'turned'].filter(Boolean).join(' ')
      cell.firstChild.className = color ? `disc ${color}` : ''
    })
    const [black, white] = [count(board, 'X'), count(board, 'O')]
    byId('black-discs').value = black
    byId('white-discs').value = white
    byId('move').textContent = this.describe(this.at)
    byId('board').setAttribute('aria-label', `${this.describe(this.at)}. Black ${black}, white ${white}`)
    byId('slider').value = this.at
    byId('slider').setAttribute('aria-valuetext', this.describe(this.at))
    this.markMove()
  }

  describe(at) {
    if (at === 0) return 'Start'
    const {square, color, hasPassed} = this.positions[at]
    const pass = hasPassed ? `${COLOR_NAMES[opponent(color)]} passes; ` : ''
    return `${at}. ${pass}${COLOR_NAMES[color]} ${squareName(square)}${this.time(at)}`
  }

  /* The times in a record are those of the last moves. */
  time(at) {
    const times = this.record.move_micros ?? []
    const micros = times[times.length - this.positions.length + at]
    return micros === undefined ? '' : `, ${duration(micros)}`
  }

  moveItem(at) {
    const move = element('button', at <= this.openingMoves ? 'opening' : '', `${at}. ${squareName(this.positions[at].square)}`)
    move.type = 'button'
    move.title = this.describe(at)
    move.dataset.at = at
    const item = element('li', '')
    item.append(move)
    return item
  }

  markMove() {
    const list = byId('moves')
    list.querySelector('[aria-current]')?.removeAttribute('aria-current')
    const move = list.children[this.at - 1]?.firstChild
    move?.setAttribute('aria-current', 'true')
    // Not scrollIntoView: that would move the page, too.
    list.scrollTop = move ? move.offsetTop - list.offsetTop - list.clientHeight / 2 : 0
  }
}

/* The squares, with their names at the border. */
function drawBoard(board) {
  const squares = Array.from({length: SIZE * SIZE}, () => {
    const square = element('div', 'square')
    square.append(element('span', ''))
    return square
  })
  for (let row = 0; row < SIZE; row++) {
    board.append(element('span', 'name', row + 1), ...squares.slice(row * SIZE, (row + 1) * SIZE))
  }
  board.append(element('span', ''), ...[...'ABCDEFGH'].map(column => element('span', 'name', column)))
  return squares
}
