/* Finds what the scripts need: npm packages, and a program to test.
 *
 * Packages are searched for in target/clients/node_modules, in NODE_PATH and in the
 * folder given with --modules, which must be the first argument. If something is
 * missing, the script exits with status 77 (with OBVERSE_REQUIRE_CLIENTS=1: 1).
 */

const path = require('path')

const root = path.resolve(__dirname, '../..')
const words = process.argv.slice(2)
const folders = [path.join(root, 'target/clients/node_modules')]
if (words[0] === '--modules') folders.unshift(path.resolve(words.splice(0, 2)[1]))

function skip(reason) {
  console.log(`skipped: ${reason}`)
  process.exit(process.env.OBVERSE_REQUIRE_CLIENTS === '1' ? 1 : 77)
}

function load(name) {
  for (const place of [...folders.map(folder => path.join(folder, name)), name]) {
    try {
      return require(place)
    } catch (error) {
      if (error.code !== 'MODULE_NOT_FOUND') throw error
    }
  }
  skip(`${name} is not installed`)
}

const ok = text => console.log(`ok: ${text}`)

module.exports = {root, words, skip, load, ok}
