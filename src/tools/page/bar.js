/* The evaluation bar: Black's share of it grows with Black's lead. */

import {signed} from './elements.js'

/* The lead at which three quarters of the bar are black. */
const QUARTER = 9

/* Black's share of a bar, in percent. */
export const blackShare = lead => 50 + 50 * Math.tanh((lead * Math.atanh(0.5)) / QUARTER)

/* Without a lead, the bar tells that there is no value. */
export function drawBar(bar, lead) {
  bar.style.setProperty('--share', `${blackShare(lead ?? 0).toFixed(1)}%`)
  bar.classList.toggle('unknown', lead === undefined)
  const words = lead === undefined ? 'no value' : lead === 0 ? 'even' : lead > 0 ? `Black ${signed(lead)}` : `White ${signed(-lead)}`
  bar.querySelector('span').textContent = words
  bar.setAttribute('aria-label', `Evaluation: ${words}`)
}
