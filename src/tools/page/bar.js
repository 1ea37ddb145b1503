/* The evaluation bar: Black's share of it grows with Black's lead. */

import {signed} from './elements.js'

/* The lead at which three quarters of the bar are black. */
const QUARTER = 9

/* Without a lead, the bar tells that there is no value. */
export function drawBar(bar, lead) {
  const share = lead === undefined ? 50 : 50 + (50 * Math.tanh((lead * Math.atanh(0.5)) / QUARTER))
  bar.style.setProperty('--share', `${share.toFixed(1)}%`)
  bar.classList.toggle('unknown', lead === undefined)
  const words = lead === undefined ? 'no value' : lead === 0 ? 'even' : lead > 0 ? `Black ${signed(lead)}` : `White ${signed(-lead)}`
  bar.querySelector('span').textContent = words
  bar.setAttribute('aria-label', `Evaluation: ${words}`)
}
