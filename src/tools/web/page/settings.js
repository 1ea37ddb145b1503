/* What the page remembers: settings for the pages of this address, and the game for this tab. */

const SETTINGS = 'obverse-settings'
const GAME = 'obverse-game'

function read(storage, key) {
  try {
    return JSON.parse(storage.getItem(key)) ?? {}
  } catch {
    return {}
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
export const loadGame = () => read(sessionStorage, GAME)
export const saveGame = game => write(sessionStorage, GAME, game)
