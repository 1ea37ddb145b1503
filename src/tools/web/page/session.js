/* The connection to the engine. Each question names its position, so the engine need not
 * remember anything, and after an interruption all open questions are asked again. */

const RETRY_AFTER = {least: 500, most: 5000}

/* The code with which a server closes the connection if too many tabs are open. */
const TRY_AGAIN_LATER = 1013

const FORBIDDEN = 403

/* How long to wait for an answer without a search; in milliseconds. */
const PATIENCE = 5000

export class Session {
  /* `onChange` is called with `null` while there is a connection, and else with the reason why
   * there is none: `crowded`, `anew` or `lost`. */
  constructor(onChange) {
    this.onChange = onChange
    this.isForeign = false
    this.open = new Map()
    this.count = 0
    this.retryAfter = RETRY_AFTER.least
    this.connect()
    // After sleep, timers may be late.
    addEventListener('online', () => this.hurry())
    document.addEventListener('visibilitychange', () => this.hurry())
  }

  connect() {
    clearTimeout(this.timer)
    const address = new URL('session', location.href.split('#')[0])
    address.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:'
    this.socket = new WebSocket(address)
    this.isWelcome = false
    this.socket.onopen = () => {
      // A server with too many tabs refuses only now; with an answer, this one is welcome.
      this.send({id: 0, action: 'version'})
      for (const {id, question} of this.open.values()) this.send({id, ...question()})
    }
    this.socket.onmessage = ({data}) => this.receive(JSON.parse(data))
    const {socket} = this
    socket.onclose = ({code}) => this.lost(socket, code)
  }

  async lost(socket, code) {
    this.isWelcome = false
    const isForeign = code !== TRY_AGAIN_LATER && (await isRefused())
    // Meanwhile there may be another connection.
    if (this.socket !== socket) return
    // The program has a new secret each time it starts, so this page never reaches it again.
    this.isForeign = isForeign
    if (!isForeign) {
      this.timer = setTimeout(() => this.connect(), this.retryAfter)
      this.retryAfter = Math.min(2 * this.retryAfter, RETRY_AFTER.most)
    }
    this.onChange(isForeign ? 'anew' : code === TRY_AGAIN_LATER ? 'crowded' : 'lost')
  }

  hurry() {
    if (this.socket.readyState === WebSocket.CLOSED && !this.isForeign && !document.hidden) this.connect()
  }

  get isConnected() {
    return this.socket.readyState === WebSocket.OPEN
  }

  send(query) {
    if (this.isConnected) this.socket.send(JSON.stringify(query))
  }

  receive(answer) {
    if (!this.isWelcome) {
      this.isWelcome = true
      this.retryAfter = RETRY_AFTER.least
      this.onChange(null)
    }
    const asked = this.open.get(answer.id)
    if (!asked) return
    if (answer.partial) return asked.onReport?.(answer)
    this.open.delete(answer.id)
    if (answer.error) asked.reject(failure({...answer, code: answer.field ? 'question' : 'search'}))
    else asked.resolve(answer)
  }

  /* Asks a question, or what a function returns each time it has to be asked. `onReport` gets what is
   * found while the search goes on. The promise is that of the answer; a question that is cancelled is
   * never answered. */
  ask(question, onReport) {
    const id = ++this.count
    const current = typeof question === 'function' ? question : () => question
    const answer = new Promise((resolve, reject) =>
      this.open.set(id, {id, question: current, onReport, resolve, reject}))
    this.send({id, ...current()})
    const cancel = () => {
      if (this.open.delete(id)) this.send({id: ++this.count, action: 'terminate', query: id})
    }
    return {answer, cancel}
  }
}

/* Whether the server knows nothing of the address of this page. */
function isRefused() {
  const asked = fetch('constants.json', {method: 'HEAD', signal: AbortSignal.timeout(PATIENCE)})
  return asked.then(({status}) => status === FORBIDDEN, () => false)
}

/* An error with a sentence, the code of its kind, and whatever else is known. */
const failure = problem => Object.assign(new Error(problem.error), problem)

/* What a request for a file is answered with. */
export async function post(name, body) {
  const response = await fetch(name, {method: 'POST', body}).catch(({message}) => {
    throw failure({code: 'unreachable', error: message})
  })
  if (response.ok) return response
  const status = {code: response.status, error: `${response.status} ${response.statusText}`}
  throw failure(await response.json().catch(() => status))
}
