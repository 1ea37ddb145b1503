/* What the scripts that use @sabaki/gtp share: where the package and the engine
 * are, and what happens when something fails.
 *
 * Needs node and the npm package @sabaki/gtp in target/clients/node_modules, in
 * NODE_PATH or in the folder given with --modules.
 * Status: 0 all good, 1 failed, 77 skipped because the package is missing
 * (with OBVERSE_REQUIRE_CLIENTS=1: 1).
 */

const path = require('path')

const root = path.resolve(__dirname, '../..')
const words = process.argv.slice(2)
const folders = [path.join(root, 'target/clients/node_modules')]
if (words[0] === '--modules') folders.unshift(path.resolve(words.splice(0, 2)[1]))
if (words.length === 0) words.push(path.join(root, 'target/release/obverse'), '--move_time', '0.05')

function load(name) {
  for (const place of [...folders.map(folder => path.join(folder, name)), name]) {
    try {
      return require(place)
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') throw error
    }
  }
  console.log(`skipped: ${name} is not installed`)
  process.exit(process.env.OBVERSE_REQUIRE_CLIENTS === '1' ? 1 : 77)
}

const gtp = load('@sabaki/gtp')

/* Starts the engine of the command line and holds the session with it. */
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

/* Ends the engine; the status that it ends with. */
async function stop(controller) {
  const {signal} = await new Promise(resolve => {
    controller.once('stopped', resolve)
    controller.stop()
  })
  return signal
}

const ok = text => console.log(`ok: ${text}`)

module.exports = {gtp, hold, stop, ok}
