/* The graph of Black's lead during the game. */

import {signed} from './elements.js'
import {SIZE, count} from './rules.js'

/* Sizes in pixels. The width is that of the page, which is known only after layout. */
const CURVE = {height: 240, leastWidth: 200, left: 40, right: 10, top: 14, bottom: 30}

/* The result of a finished game: Black's lead, with empty squares given to the winner. */
export function finalLead(board) {
  const [black, white] = [count(board, 'X'), count(board, 'O')]
  return black === white ? 0 : black - white + Math.sign(black - white) * (SIZE * SIZE - black - white)
}

/* For each position, Black's lead and whether it is exact, or null if it was not analysed. */
export function leads(positions, steps) {
  return positions.map(({board}, at) => {
    const step = steps[at]
    if (!step) return {lead: finalLead(board), exact: true}
    return step.best === undefined ? null : {lead: step.color === 'black' ? step.best : -step.best, exact: step.exact}
  })
}

function svgElement(name, attributes, text = '') {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value)
  made.textContent = text
  return made
}

const CURVE_WORDS = {
  label: moves => `Black's lead after each of ${moves} moves`,
  black: 'Black leads',
  white: 'White leads',
}

export class Curve {
  constructor(svg, onChoose) {
    this.svg = svg
    this.onChoose = onChoose
    this.words = CURVE_WORDS
    this.leads = []
    this.at = 0
    new ResizeObserver(() => this.draw()).observe(svg)
    // The areas may be drawn anew between press and release.
    svg.onclick = event => this.onChoose(this.placeAt(event.clientX))
  }

  /* The position at this horizontal place on the screen. */
  placeAt(x) {
    const {left, width} = this.svg.getBoundingClientRect()
    const at = ((x - left) * this.width) / width - this.x(0)
    return Math.max(0, Math.min(this.leads.length - 1, Math.round(at / (this.x(1) - this.x(0)))))
  }

  /* `describe` returns the tooltip of a position, and `mistakeBy` the colour of the side
   * whose mistake led to it, if any. */
  show(leads, describe, mistakeBy) {
    Object.assign(this, {leads, describe, mistakeBy})
    const greatest = Math.max(...leads.map(known => Math.abs(known?.lead ?? 0)))
    this.limit = Math.max(8, Math.ceil(greatest / 8) * 8)
    this.svg.setAttribute('aria-label', this.words.label(leads.length - 1))
    this.draw()
  }

  draw() {
    this.width = Math.max(CURVE.leastWidth, this.svg.clientWidth)
    this.svg.setAttribute('viewBox', `0 0 ${this.width} ${CURVE.height}`)
    this.cursor = svgElement('line', {class: 'cursor', y1: CURVE.top, y2: CURVE.height - CURVE.bottom})
    this.svg.replaceChildren(
      ...this.frame(),
      ...this.lines(),
      this.cursor,
      ...this.dots(),
      ...this.leads.map((_, at) => this.place(at))
    )
    this.mark(this.at)
  }

  mark(at) {
    this.at = at
    for (const end of ['x1', 'x2']) this.cursor.setAttribute(end, this.x(at))
  }

  x(at) {
    const room = this.width - CURVE.left - CURVE.right
    return CURVE.left + (room * at) / Math.max(1, this.leads.length - 1)
  }

  y(lead) {
    const room = CURVE.height - CURVE.top - CURVE.bottom
    return CURVE.top + room * (0.5 - lead / this.limit / 2)
  }

  point(at) {
    return `${this.x(at).toFixed(1)},${this.y(this.leads[at].lead).toFixed(1)}`
  }

  frame() {
    const right = this.width - CURVE.right
    const ticks = [-1, -0.5, 0, 0.5, 1].map(part => part * this.limit)
    const rows = ticks.flatMap(lead => [
      svgElement('line', {class: lead === 0 ? 'axis' : 'grid', x1: CURVE.left, x2: right, y1: this.y(lead), y2: this.y(lead)}),
      svgElement('text', {class: 'tick end', x: CURVE.left - 6, y: this.y(lead) + 4}, signed(lead)),
    ])
    const columns = []
    for (let at = 0; at < this.leads.length; at += 10) {
      columns.push(svgElement('text', {class: 'tick middle', x: this.x(at), y: CURVE.height - 10}, at))
    }
    const sides = [
      svgElement('text', {class: 'tick', x: CURVE.left + 6, y: CURVE.top + 12}, this.words.black),
      svgElement('text', {class: 'tick', x: CURVE.left + 6, y: CURVE.height - CURVE.bottom - 6}, this.words.white),
    ]
    return [...rows, ...columns, ...sides]
  }

  /* Positions without a value are passed over. */
  lines() {
    const known = this.leads.flatMap((lead, at) => (lead ? [at] : []))
    if (known.length === 0) return []
    const area = [`${this.x(known[0])},${this.y(0)}`, ...known.map(at => this.point(at)), `${this.x(known.at(-1))},${this.y(0)}`]
    const line = ({kind, places}) =>
      svgElement('polyline', {class: `curve ${kind}`, points: places.map(at => this.point(at)).join(' ')})
    return [svgElement('polygon', {class: 'area', points: area.join(' ')}), ...this.pieces(known).map(line)]
  }

  /* Splits the curve into exact and estimated pieces. A segment is exact if both ends are. */
  pieces(known) {
    const pieces = []
    known.slice(1).forEach((at, index) => {
      const before = known[index]
      const kind = this.leads[before].exact && this.leads[at].exact ? 'exact' : 'estimated'
      if (pieces.at(-1)?.kind !== kind) pieces.push({kind, places: [before]})
      pieces.at(-1).places.push(at)
    })
    return pieces
  }

  dots() {
    return this.leads.flatMap((lead, at) => {
      const color = lead && this.mistakeBy(at)
      return color ? [svgElement('circle', {class: `mistake ${color}`, cx: this.x(at), cy: this.y(lead.lead), r: 5})] : []
    })
  }

  /* The area of a position that shows its tooltip. */
  place(at) {
    const width = this.x(1) - this.x(0)
    const place = svgElement('rect', {class: 'place', x: this.x(at) - width / 2, width, y: 0, height: CURVE.height})
    place.append(svgElement('title', {}, this.describe(at)))
    return place
  }
}
