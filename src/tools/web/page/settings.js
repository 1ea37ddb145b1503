/* What the browser remembers for the page: settings and the last game for all tabs, and for each tab
 * its game and the one before. */

const SETTINGS = 'obverse-settings'
const LAST_GAME = 'obverse-last-game'
const GAMES = 'obverse-games'

function read(storage, key) {
  try {
    return JSON.parse(storage.getItem(key))
  } catch {
    return null
  }
}

function write(storage, key, value) {
  try {
    storage.setItem(key, JSON.stringify(value))
  } catch {
    // A full or forbidden storage costs only the memory.
  }
}

export const loadSettings = defaults => ({...defaults, ...read(localStorage, SETTINGS)})
export const saveSettings = settings => write(localStorage, SETTINGS, settings)

/* A game is kept as `App.record` makes it. */
export const loadGames = () => ({now: null, previous: null, ...read(sessionStorage, GAMES)})
export const saveGames = games => write(sessionStorage, GAMES, games)
export const loadLastGame = () => read(localStorage, LAST_GAME)
export const saveLastGame = game => write(localStorage, LAST_GAME, game)
