/* The title of a game and the texts for its moves, from the record of a match. */

import {Viewer} from './viewer.js'

function duration(micros) {
  if (micros < 1e3) return `${micros} µs`
  if (micros < 1e6) return `${(micros / 1e3).toPrecision(3)} ms`
  return `${(micros / 1e6).toFixed(2)} s`
}

export class MatchViewer extends Viewer {
  title() {
    const {game, result, reason} = this.record
    return `Game ${game}: ${result}, ${reason}`
  }

  /* A record has times only for the moves after the opening, which are its last ones. */
  remark(at) {
    const times = this.record.move_micros ?? []
    const micros = times[times.length - this.positions.length + at]
    return micros === undefined ? '' : `, ${duration(micros)}`
  }

  moveClass(at) {
    // The opening may be a board followed by moves.
    const openingMoves = this.record.opening.split(' ').at(-1).length >> 1
    return at <= openingMoves ? 'opening' : ''
  }
}
