/* The review of a game: the values of all moves of each position. */

import {positionText} from './game.js'
import {squareName} from './rules.js'

/* The first pass is quick, so that there is soon something to see. */
const REVIEW_LEVELS = [8, 16]

export class Review {
  constructor(game, knowledge) {
    this.game = game
    this.knowledge = knowledge
    // The last of them is next. Each pass goes from the end of the game to its start, so that
    // what is found later helps earlier.
    this.open = REVIEW_LEVELS.toReversed().flatMap(level =>
      game.positions.filter(position => position.color).map(position => ({position, level})))
    this.skipKnown()
  }

  get isRunning() {
    return this.open.length > 0
  }

  /* How many positions are reviewed, of how many. */
  get count() {
    return this.game.positions.filter(({color}) => color).length
  }

  get done() {
    return Math.max(0, this.count - this.open.length)
  }

  get isFirstPass() {
    return this.open.length > this.count
  }

  stop() {
    this.open = []
  }

  /* What to ask about the next position. `onDone` is called when it is known. */
  next(onDone) {
    const {position, level} = this.open.at(-1)
    const text = positionText(position)
    const onAnswer = answer => {
      this.knowledge.add(text, answer, answer.lines.length === position.legal.length)
      this.open.pop()
      this.skipKnown()
      onDone()
    }
    return {key: `review ${level} ${text}`, question: {position: text, lines: 'all', level}, onAnswer}
  }

  skipKnown() {
    while (this.isRunning && this.isKnown(this.open.at(-1))) this.open.pop()
  }

  isKnown({position, level}) {
    const known = this.knowledge.get(positionText(position))
    return Boolean(known?.isComplete && (known.exact || known.depth >= level))
  }
}

/* The grade of each move of a game, as far as it is known. */
export function gradesOf(game, knowledge) {
  return game.positions.map(({square}, at) => {
    if (at === 0) return null
    const before = game.positions[at - 1]
    return knowledge.grade(before, positionText(before), squareName(square))
  })
}

/* The place of the next mistake or blunder, or of the previous one if `step` is -1. */
export function nextMistake(grades, from, step) {
  const isMistake = at => ['mistake', 'blunder'].includes(grades[at]?.name)
  let at = from + step
  while (at > 0 && at < grades.length && !isMistake(at)) at += step
  return at > 0 && at < grades.length ? at : null
}
