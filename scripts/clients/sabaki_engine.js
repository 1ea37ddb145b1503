/* What the scripts that use @sabaki/gtp share: finding the package and the engine, and
 * handling failures.
 *
 * Needs node and the npm package @sabaki/gtp; see outside.js.
 * Status: 0 passed, 1 failed, 77 skipped because the package is missing.
 */

const path = require('path')
const {root, words, load, ok} = require('./outside')

if (words.length === 0) words.push(path.join(root, 'target/release/obverse'), '--move_time', '0.05')

const gtp = load('@sabaki/gtp')

/* Starts the engine named on the command line and runs the session with it. */
function hold(session) {
  const controller = new gtp.Controller(words[0], words.slice(1))
  const fail = error => {
    console.log(`failed: ${error.message}`)
    controller.kill()
    process.exit(1)
  }
  setTimeout(() => fail(new Error('not done after 60 s')), 60000).unref()
  process.on('uncaughtException', fail)
  controller.on('stderr', ({content}) => fail(new Error(`on stderr: ${content}`)))
  session(controller).catch(fail)
}

/* Ends the engine and returns its exit status. */
async function stop(controller) {
  const {signal} = await new Promise(resolve => {
    controller.once('stopped', resolve)
    controller.stop()
  })
  return signal
}

module.exports = {gtp, hold, stop, ok}
