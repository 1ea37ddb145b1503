/* What the engine does for the page: one thing at a time. */

export class Work {
  constructor(session, onError) {
    this.session = session
    this.onError = onError
    this.now = null
    this.failed = null
  }

  /* Asks a question, in place of the one before, unless it is the same. One that has failed is not
   * asked again at once. */
  start({key, question, onReport, onAnswer}) {
    if (this.now?.key === key) return
    this.stop()
    if (key === this.failed) return
    this.failed = null
    const asked = this.session.ask(question, onReport)
    const now = {key, cancel: asked.cancel}
    this.now = now
    const settle = act => result => {
      if (this.now !== now) return
      // The question counts as answered before what follows from the answer.
      this.now = null
      act(result)
    }
    const fail = error => {
      this.failed = key
      this.onError(error)
    }
    asked.answer.then(settle(onAnswer), settle(fail))
  }

  stop() {
    this.now?.cancel()
    this.now = null
  }
}
