/* Grades of moves by the discs they lose. */

/* The sign of a grade, as in annotated games. */
export const GRADE_SIGNS = {inaccuracy: '?!', mistake: '?', blunder: '??'}

/* What is known of the positions of a game, by their text. */
export class Knowledge {
  /* `grades` are the names of the grades and the least loss of each, in increasing order. */
  constructor(grades) {
    this.grades = grades
    this.found = new Map()
  }

  get(text) {
    return this.found.get(text)
  }

  /* Keeps an answer of the engine, unless a better one is known: exact, then of more moves, then
   * deeper. Returns whether it was kept. */
  add(text, answer, isComplete) {
    if (answer.lines.length === 0) return false
    const rank = ({exact, depth, isComplete}) => [isComplete, exact, depth].map(Number)
    const old = this.found.get(text)
    const fresh = {...answer, isComplete}
    if (old && compare(rank(fresh), rank(old)) < 0) return false
    this.found.set(text, fresh)
    return true
  }

  /* How much a move loses, or `null` if its value is not known. */
  loss(text, name) {
    const known = this.found.get(text)
    if (!known?.isComplete) return null
    const line = known.lines.find(({move}) => move === name.toLowerCase())
    return line ? known.value - line.value : null
  }

  /* The grade of a move. The only move has a grade of its own. */
  grade(position, text, name) {
    if (position.legal.length === 1) return {name: 'forced', loss: 0}
    const loss = this.loss(text, name)
    return loss === null ? null : {name: this.grades.findLast(({least}) => loss >= least).name, loss}
  }
}

/* Compares lists, the first difference first. */
function compare(left, right) {
  const at = left.findIndex((value, index) => value !== right[index])
  return at < 0 ? 0 : left[at] - right[at]
}
