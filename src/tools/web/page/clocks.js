/* The clocks of a game. That of the side to move runs. */

import {opponent} from './rules.js'

export class Clocks {
  /* `minutes` is 0 for a game without clocks. `kept` is the record of clocks that go on. `onTick` is
   * called while a clock runs. */
  constructor(minutes, kept, onTick) {
    this.isOn = minutes > 0
    this.onTick = onTick
    this.left = {X: minutes * 60000, O: minutes * 60000}
    this.running = null
    this.history = []
    this.replaced = null
    if (this.isOn && kept) Object.assign(this, kept)
  }

  /* What has to be kept. */
  record() {
    return {left: {X: this.of('X'), O: this.of('O')}, history: this.history, replaced: this.replaced}
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

  /* Remembers the times after this many moves. */
  note(at) {
    this.history.length = at
    this.history[at] = {X: this.of('X'), O: this.of('O')}
  }

  /* Goes back to the times after this many moves, but so that those now can be brought back. */
  rewind(at) {
    if (!this.isOn) return
    this.stop()
    this.replaced = {left: this.left, history: [...this.history]}
    this.left = {...(this.history[at] ?? this.left)}
    this.history.length = at + 1
  }

  /* Brings back the times that were replaced last, in exchange for those now. */
  restore() {
    if (!this.isOn) return
    this.stop()
    const {left, history} = this
    Object.assign(this, this.replaced, {replaced: {left, history}})
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
