/* What the engine is asked about a position, for `Work`. */

import {positionText} from './game.js'
import {squareName} from './rules.js'
import {askedStrength} from './strengths.js'

/* So that a fast reply can be followed by the eye; in milliseconds. */
const LEAST_THINKING = 400

/* In seconds. */
const REPORT_INTERVAL = 0.2

/* Which move to play. `onMove` gets its square. The same seed repeats the choice. */
export function playing({position, at, strength, seed, clocks, onMove}) {
  const since = performance.now()
  const text = positionText(position)
  const question = () => {
    const asked = {position: text, play: true, ...askedStrength(strength), seed}
    return clocks.isOn ? {...asked, clock: clocks.of(position.color) / 1000} : asked
  }
  const onAnswer = async ({lines}) => {
    const rest = LEAST_THINKING - (performance.now() - since)
    if (rest > 0 && !clocks.isOn) await new Promise(resolve => setTimeout(resolve, rest))
    onMove(position.legal.find(square => squareName(square).toLowerCase() === lines[0].move))
  }
  return {key: `play ${seed} ${at} ${text}`, question, onAnswer}
}

/* The values of all moves, up to a limit. `onFound` gets what is found on the way and at the end, and
 * whether it has all moves. */
export function valuing({position, key, limit, onFound, onDone}) {
  const question = {position: positionText(position), lines: 'all', interval: REPORT_INTERVAL, ...limit}
  const onReport = answer => onFound(answer, answer.lines.length === position.legal.length)
  const onAnswer = answer => {
    onReport(answer)
    onDone()
  }
  return {key, question, onReport, onAnswer}
}
