/* How strong Obverse plays: `level 3`, or `rating 1000`, which lies between two levels. */

import {words} from './words.js'

export const strengthOf = ({level, rating}) => (level === undefined ? `rating ${rating}` : `level ${level}`)

/* The part of a question that asks for a strength. */
export function askedStrength(strength) {
  const [kind, number] = strength.split(' ')
  return {[kind]: Number(number)}
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
