/* The game in the fragment of the address, which is never sent anywhere: a reloaded page and a
 * copied link find it again. */

import {SIZE, START} from './rules.js'
import {Game} from './game.js'

const SQUARES = SIZE * SIZE

/* A position as text that can be in an address. */
const packed = start => start.replace(' ', '').replaceAll('-', '_')

const unpacked = text => `${text.slice(0, SQUARES).replaceAll('_', '-')} ${text.at(-1)}`

export function fragment(game) {
  const fields = new URLSearchParams()
  if (game.start !== START) fields.set('start', packed(game.start))
  if (game.moves) fields.set('moves', game.moves)
  if (!game.isAtEnd) fields.set('at', game.at)
  return fields.toString()
}

/* The game of an address, or `null` if it names none that can be played. */
export function linkedGame(address) {
  const fields = new URLSearchParams(address.split('#')[1] ?? '')
  const [start, moves] = [fields.get('start'), fields.get('moves')]
  if (!start && !moves) return null
  if (start && !/^[XO_-]{64}[XO]$/.test(start)) return null
  if (!/^([A-H][1-8])*$/i.test(moves ?? '')) return null
  const at = fields.has('at') ? Number(fields.get('at')) || 0 : Infinity
  try {
    return new Game({start: start ? unpacked(start) : START, moves: moves ?? '', at})
  } catch {
    return null
  }
}
