/* How strong Obverse plays: `level 3`, or `rating 1000`, which lies between two levels. */

import {words} from './words.js'

export const strengthOf = ({level, rating}) => (level === undefined ? `rating ${rating}` : `level ${level}`)

/* The part of a question that asks for a strength. */
export function askedStrength(strength) {
  const [kind, number] = strength.split(' ')
  return {[kind]: Number(number)}
}

/* A strength that was remembered, as it is offered now: the list of opponents may have changed since.
 * Of a rating, the nearest; what cannot be read becomes the usual one. */
export function offeredStrength(strength, opponents, usual) {
  if (opponents.some(opponent => strengthOf(opponent) === strength)) return strength
  const [, wanted] = /^rating (\d+)$/.exec(strength) ?? []
  if (!wanted) return usual
  const distance = ({rating}) => Math.abs(rating - wanted)
  const rated = opponents.filter(({rating}) => rating)
  return strengthOf(rated.reduce((best, other) => (distance(other) < distance(best) ? other : best)))
}

/* Obverse as a player. */
export function playerWords(strength) {
  const {level, rating} = askedStrength(strength)
  return level === undefined ? words.engineRating(rating) : words.engineLevel(level)
}

/* An opponent to choose. */
export function opponentWords({level, rating, above}) {
  if (level === undefined) return words.ratingBetween(rating, above, above + 1)
  return rating ? words.levelRated(level, rating) : words.levelName(level)
}
