/* The clocks of a game. That of the side to move runs. */

import {opponent} from './rules.js'

export class Clocks {
  /* `minutes` is 0 for a game without clocks. `onTick` is called while a clock runs. */
  constructor(minutes, onTick) {
    this.isOn = minutes > 0
    this.onTick = onTick
    this.left = {X: minutes * 60000, O: minutes * 60000}
    this.running = null
    this.history = []
  }

  /* The milliseconds a side has left. */
  of(color) {
    const spent = this.running === color ? performance.now() - this.since : 0
    return Math.max(0, this.left[color] - spent)
  }

  /* Lets the clock of this side run, or none if it is `null`. */
  run(color) {
    if (!this.isOn || color === this.running) return
    this.stop()
    if (!color) return
    this.running = color
    this.since = performance.now()
    this.timer = setInterval(() => this.onTick(), 100)
  }

  stop() {
    clearInterval(this.timer)
    if (this.running) this.left[this.running] = this.of(this.running)
    this.running = null
  }

  /* Remembers the times after this many moves, or goes back to what they were. */
  note(at) {
    this.history.length = at
    this.history[at] = {X: this.of('X'), O: this.of('O')}
  }

  rewind(at) {
    const times = this.history[at]
    if (!this.isOn || !times) return
    this.stop()
    this.left = {...times}
  }

  /* The side whose time is up. */
  get fallen() {
    if (!this.isOn) return null
    return ['X', 'O'].find(color => this.of(color) === 0) ?? null
  }

  get winner() {
    return this.fallen && opponent(this.fallen)
  }
}

/* Minutes and seconds; the last ten seconds have tenths. */
export function clockText(milliseconds) {
  const tenths = Math.ceil(milliseconds / 100)
  if (tenths < 100) return `0:0${(tenths / 10).toFixed(1)}`
  const seconds = Math.ceil(milliseconds / 1000)
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}
