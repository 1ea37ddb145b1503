#!/usr/bin/env node
/* Uses the page of `obverse web` in Chromium, without a window, as a person would: plays a
 * game with clicks and one with the keyboard, reviews, loads, saves, sets up a position, goes back
 * to what was replaced, and loses the engine. A hostile page then tries to reach the program.
 *
 * Usage: browser_web.js [--modules FOLDER] [--pictures FOLDER] [PROGRAM ...]
 * PROGRAM is target/release/obverse by default; words after it are ignored. --pictures
 * saves screenshots. chromium.js says what it needs.
 */

const assert = require('assert')
const fs = require('fs')
const http = require('http')
const path = require('path')
const {spawn} = require('child_process')
const {root, words, ok} = require('./outside')
const {VIEWS, open, text, checkWidth, inBrowser} = require('./chromium')

const program = words[0] ?? path.join(root, 'target/release/obverse')

/* In milliseconds: on a busy machine, a review takes long. */
const PATIENCE = 180000

/* A whole game, in which White takes all discs. */
const GAME = 'F5D6C5F4E7F6F3E3D3C6E6F7G6C7G4E8F8D7C4G8B6A5D8C8A6A7B7B5B4B8A4A8A3B3B2A2A1B1C1C2C3G7H6H7H8H3H5E2D1E1D2G5H4F2'

/* Starts the program, and returns it with the address of its page. */
async function serve(port = '0') {
  const child = spawn(program, ['web', '--port', port, '--no-open', '--threads', '2'], {stdio: ['ignore', 'pipe', 'inherit']})
  process.on('exit', () => child.kill())
  const address = await new Promise(resolve => child.stdout.once('data', data => resolve(String(data).trim())))
  assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/\S+$/)
  return {child, address}
}

const view = (scheme, width) => ({scheme, width, allows: url => url.startsWith('http://127.0.0.1:') || url.startsWith('blob:')})

async function openPage(browser, address, shape = view('light', 1280)) {
  const page = await open(browser, address, shape)
  page.setDefaultTimeout(PATIENCE)
  await page.waitForSelector('#squares .square')
  return page
}

async function reload(page) {
  await page.reload()
  await page.waitForSelector('#squares .square')
}

const until = (page, condition, ...args) => page.waitForFunction(condition, {timeout: PATIENCE}, ...args)

const moves = page => page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get('moves') ?? '')

/* Waits until a person can move, or the game is over. Returns whether it is not over. */
async function isMyTurn(page) {
  await until(page, () => document.querySelector('#squares .legal') || /wins|draw/i.test(document.getElementById('status').textContent))
  return (await page.$('#squares .legal')) !== null
}

async function begin(page, {who, strengths = {}, minutes = '0'}) {
  await page.click('#new-game')
  await page.select('#who', who)
  for (const [id, strength] of Object.entries(strengths)) await page.select(`#${id}`, strength)
  await page.select('#minutes', minutes)
  await page.click('#new-game-dialog .main')
  await until(page, () => !location.hash)
}

const place = page => page.$eval('#squares', board => JSON.stringify(board.getBoundingClientRect()))

/* Plays a game with clicks. Nothing may move the board. */
async function playWithClicks(browser, address) {
  const page = await openPage(browser, address)
  await begin(page, {who: 'X', strengths: {'white-strength': 'level 1'}})
  const before = await place(page)
  while (await isMyTurn(page)) {
    await page.click('#squares .legal')
    assert.strictEqual(await place(page), before, 'the board has moved')
  }
  const [black, white] = await Promise.all(['black', 'white'].map(color => page.$$eval(`#squares .${color}`, found => found.length)))
  assert.strictEqual(await text(page, '#black .count'), `${black}`)
  const winner = black === white ? 'A draw' : black > white ? 'Black wins' : 'White wins'
  assert.match(await text(page, '#status'), new RegExp(winner))
  ok(`a game of ${(await moves(page)).length / 2} moves, played with clicks: ${black}-${white}`)
  return page
}

/* Reviews the game on the page. */
async function review(page) {
  const count = (await moves(page)).length / 2
  const before = await place(page)
  await page.click('#review')
  await until(page, () => document.getElementById('review').textContent === 'Review')
  assert.strictEqual(await place(page), before, 'the board has moved')
  const cells = await page.$$eval('#summary tbody tr:not(:last-child) td', found => found.map(cell => Number(cell.textContent)))
  assert.strictEqual(cells.reduce((sum, cell) => sum + cell), count, 'every move has a grade')
  const bad = await page.$$('#moves .mistake, #moves .blunder')
  await page.click('#first')
  for (let seen = 0; seen < bad.length; seen++) await page.keyboard.press('n')
  const last = await page.$eval('#moves [aria-current]', button => button.className)
  assert(['mistake', 'blunder'].includes(last), `the last mistake is ${last}`)
  assert.strictEqual(await page.$$eval('#squares .mark:not(:empty)', found => found.length), 1)
  ok(`a review finds ${bad.length} mistakes among ${count}`)
}

/* Plays with keys only. */
async function playWithKeys(browser, address) {
  const page = await openPage(browser, address)
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key)
  }
  const label = () => page.evaluate(() => document.activeElement.getAttribute('aria-label') ?? document.activeElement.id)
  await press('g')
  await until(page, () => document.querySelector('#new-game-dialog[open]'))
  await press('Enter')
  await until(page, () => !document.querySelector('dialog[open]'))
  for (let tabs = 0; !/^[A-H][1-8],/.test(await label()); tabs++) {
    assert(tabs < 30, 'the board can be reached with Tab')
    await press('Tab')
  }
  await press('ArrowLeft', 'ArrowUp')
  while (!(await label()).startsWith('F5')) {
    const [, column, row] = /^([A-H])([1-8])/.exec(await label())
    await press(column < 'F' ? 'ArrowRight' : column > 'F' ? 'ArrowLeft' : row < '5' ? 'ArrowDown' : 'ArrowUp')
  }
  assert.match(await label(), /F5, empty, legal move/)
  await press('Enter')
  await until(page, () => location.hash.length >= '#moves=F5D6'.length)
  assert.match(await label(), /^F5, (Black|White)/)
  await press('u')
  assert.strictEqual(await moves(page), '')
  ok('a move is made and taken back with keys only')
  await page.close()
}

/* The values on the board get deeper while one looks. */
async function analyse(browser, address) {
  const page = await openPage(browser, `${address}#moves=${GAME.slice(0, 40)}`)
  const before = await place(page)
  await page.click('#analyse')
  await until(page, () => document.querySelector('#squares .best .value:not(:empty)'))
  const share = await page.$eval('#balance', bar => bar.offsetHeight / document.getElementById('squares').offsetHeight)
  assert(share > 0.9, 'the bar is as high as the board')
  const depth = async () => Number(/\d+/.exec(await text(page, '#depth'))?.[0])
  const first = await depth()
  await until(page, first => Number(/\d+/.exec(document.getElementById('depth').textContent)?.[0]) > first, first)
  assert.strictEqual(await place(page), before, 'the board has moved')
  await page.click('#analyse')
  ok('live analysis deepens')
  await page.close()
}

/* Loads a game that is pasted, saves it in every format, and loads the files. */
async function loadAndSave(browser, address, file) {
  const page = await openPage(browser, address)
  const paste = async text => {
    await page.click('#load')
    await page.$eval('#load-text', (area, text) => (area.value = text), text)
    await page.click('#load-now')
  }
  const isClosed = () => !document.querySelector('dialog[open]')
  await paste(GAME.toLowerCase())
  await until(page, game => location.hash === `#moves=${game}`, GAME)
  await page.reload()
  await until(page, game => location.hash === `#moves=${game}` && document.querySelectorAll('#moves li').length * 2 === game.length, GAME)
  const client = await page.createCDPSession()
  const folder = file('downloads')
  await client.send('Browser.setDownloadBehavior', {behavior: 'allow', downloadPath: folder, eventsEnabled: true})
  await page.click('#save')
  const formats = await page.$$eval('#format option', found => found.map(option => option.value))
  assert(['sgf', 'ggf', 'wthor'].every(name => formats.includes(name)), formats.join())
  for (const format of formats) {
    fs.rmSync(folder, {recursive: true, force: true})
    await page.select('#format', format)
    const done = new Promise(resolve => client.on('Browser.downloadProgress', ({state}) => state === 'completed' && resolve()))
    await page.click('#download')
    await done
    const [name] = fs.readdirSync(folder)
    await page.keyboard.press('Escape')
    await begin(page, {who: 'XO'})
    await page.click('#load')
    const input = await page.$('#load-file')
    await input.uploadFile(path.join(folder, name))
    await until(page, isClosed)
    const loaded = await moves(page)
    // Some formats hold positions, and no games.
    if (loaded) assert.strictEqual(loaded, GAME, format)
    await paste(GAME)
    await until(page, isClosed)
    await page.click('#save')
  }
  await page.keyboard.press('Escape')
  // The browser reports the refusal.
  page.removeAllListeners('console')
  await paste('f5d6c9')
  await until(page, () => document.getElementById('load-error').textContent)
  await page.click('#load-cancel')
  assert.strictEqual(await moves(page), GAME, 'what cannot be read changes nothing')
  ok(`games are pasted, saved and loaded as ${formats.join(', ')}`)
  await page.close()
}

/* Sets up a position, and continues from it. */
async function setUp(browser, address) {
  const page = await openPage(browser, address)
  await page.click('#set-up')
  await page.click('#editor-clear')
  await page.click('[aria-label^="A1,"]')
  await page.click('input[name=put][value=O]')
  await page.click('[aria-label^="B1,"]')
  await page.click('#editor-done')
  await page.click('[aria-label^="C1, empty, legal move"]')
  assert.match(await text(page, '#status'), /Black wins 3–0/)
  await page.reload()
  await until(page, () => /Black wins 3–0/.test(document.getElementById('status').textContent))
  ok('a position is set up, played, and kept')
  await page.close()
}

/* Plays against ratings between the levels. The engine is asked for them. */
async function chooseStrength(browser, address) {
  const page = await openPage(browser, address)
  const client = await page.createCDPSession()
  await client.send('Network.enable')
  const asked = []
  client.on('Network.webSocketFrameSent', ({response}) => asked.push(JSON.parse(response.payloadData)))
  // It has to connect once more to be heard.
  await reload(page)
  await page.click('#new-game')
  assert.strictEqual(await page.$eval('#white-strength', select => select.value), 'level 1')
  const offered = await page.$$eval('#white-strength option', found => found.map(option => option.value))
  assert(offered.includes('level 0') && offered.includes('level 30'), offered.join())
  const between = offered.slice(offered.indexOf('level 1') + 1, offered.indexOf('level 2'))
  assert(between.length > 0 && between.every(name => name.startsWith('rating ')), offered.join())
  await page.click('#new-game-cancel')
  await begin(page, {who: 'X', strengths: {'white-strength': between[0]}})
  const rating = Number(between[0].split(' ')[1])
  assert.match(await text(page, '#white .name'), new RegExp(`${rating}`))
  await page.click('#squares .legal')
  await until(page, () => location.hash.length >= '#moves=F5D6'.length)
  const moves = asked.filter(({play}) => play)
  assert(moves.length === 1 && moves[0].rating === rating && !('level' in moves[0]), JSON.stringify(moves))
  await page.click('#new-game')
  assert.strictEqual(await page.$eval('#white-strength', select => select.value), between[0], 'the choice is remembered')
  await page.click('#new-game-cancel')
  ok(`ratings between levels 1 and 2: ${between.join(', ')}`)
  await page.evaluate(() => localStorage.clear())
  await page.close()
}

/* Strengths that are remembered from another version of the program, and no longer offered. */
async function rememberOldStrength(browser, address) {
  const page = await openPage(browser, address)
  for (const old of ['rating 1001', 'rating 700', 'level 99', 7]) {
    const settings = {strengths: {X: 'level 1', O: old}}
    await page.evaluate(settings => localStorage.setItem('obverse-settings', settings), JSON.stringify(settings))
    await reload(page)
    await page.click('#new-game')
    const chosen = await page.$eval('#white-strength', select => select.value)
    if (old === 'rating 1001') assert(Math.abs(chosen.replace('rating ', '') - 1001) < 100, chosen)
    else assert.strictEqual(chosen, old === 'rating 700' ? 'level 0' : 'level 1')
    await page.click('#new-game-dialog .main')
    await until(page, () => !location.hash)
    await page.click('#squares .legal')
    await until(page, () => location.hash.length >= '#moves=F5D6'.length)
    // A game that is kept with such a strength.
    await page.evaluate(old => {
      const games = JSON.parse(sessionStorage.getItem('obverse-games'))
      games.now.strengths.O = old
      addEventListener('pagehide', () => sessionStorage.setItem('obverse-games', JSON.stringify(games)))
    }, old)
    await reload(page)
    assert.doesNotMatch(await text(page, '#white .name'), /undefined|1001|700|99/)
    await page.click('#squares .legal')
    await until(page, () => location.hash.length >= '#moves=F5D6C3D3'.length)
  }
  ok('a remembered strength that is no longer offered becomes the nearest one')
  await page.evaluate(() => localStorage.clear())
  await page.close()
}

const seconds = async (page, id) => {
  const [minutes, rest] = (await text(page, `#${id} .clock`)).split(':')
  return 60 * Number(minutes) + Number(rest)
}

const sleep = time => new Promise(resolve => setTimeout(resolve, time))

/* A game that was left, and moves that were replaced, come back as they were. */
async function goBack(browser, address) {
  const page = await openPage(browser, address)
  const isMissing = () => page.$eval('#previous-game', button => button.hidden)
  await page.evaluate(() => localStorage.clear())
  await reload(page)
  assert(await isMissing(), 'there is no game to go back to')
  await begin(page, {who: 'XO', minutes: '5'})
  for (const square of ['F5', 'D6', 'C3']) await page.click(`[aria-label^="${square}, empty, legal move"]`)
  await sleep(2100)
  assert((await seconds(page, 'white')) < 299, 'the clock of White runs')
  await page.click('#back')
  await page.click('#back')
  await page.click('[aria-label^="F4, empty, legal move"]')
  assert.strictEqual(await moves(page), 'F5F4')
  assert((await seconds(page, 'white')) >= 299, 'the new moves have the time of their own')
  await reload(page)
  await page.click('#restore')
  assert.strictEqual(await moves(page), 'F5D6C3')
  assert((await seconds(page, 'white')) < 299, 'the replaced moves have their time again')
  await page.click('#restore')
  assert.strictEqual(await moves(page), 'F5F4')
  assert((await seconds(page, 'white')) >= 297, 'the newer moves have theirs')
  await reload(page)
  await page.click('#restore')
  assert.strictEqual(await moves(page), 'F5D6C3')
  assert((await seconds(page, 'white')) < 299, 'and so on')
  ok('replaced moves and those that replaced them come back with their times')

  await page.click('#back')
  const shown = await page.evaluate(() => location.hash)
  const black = await seconds(page, 'black')
  await begin(page, {who: 'XO'})
  assert.strictEqual(await text(page, '#black .clock'), '')
  await page.click('#previous-game')
  assert.strictEqual(await page.evaluate(() => location.hash), shown, 'the same place of the same game')
  assert(Math.abs((await seconds(page, 'black')) - black) <= 2, 'the same clocks')
  assert(await isMissing(), 'there was nothing in the other game')
  await page.click('#load')
  await page.$eval('#load-text', (area, text) => (area.value = text), GAME)
  await page.click('#load-now')
  await until(page, game => location.hash === `#moves=${game}`, GAME)
  await reload(page)
  await page.keyboard.press('b')
  assert.strictEqual(await page.evaluate(() => location.hash), shown)
  await page.keyboard.press('b')
  assert.strictEqual(await moves(page), GAME, 'and the loaded game again')
  await page.click('#set-up')
  assert(await isMissing(), 'first comes the position')
  await page.click('#editor-usual')
  await page.click('#editor-done')
  assert.strictEqual(await moves(page), '')
  await page.click('#previous-game')
  assert.strictEqual(await moves(page), GAME)
  ok('games come back that New game, Load and the editor have replaced')
  await page.evaluate(() => localStorage.clear())
  await page.close()
}

/* The last game goes on in a new tab, with the time that was spent. A tab that only looks at a game does
 * not replace it. */
async function keepLastGame(browser, address) {
  const first = await openPage(browser, address)
  await first.evaluate(() => localStorage.clear())
  await reload(first)
  await begin(first, {who: 'XO', minutes: '5'})
  for (const square of ['F5', 'D6']) await first.click(`[aria-label^="${square}, empty, legal move"]`)
  await sleep(2100)
  await first.close({runBeforeUnload: true})
  await sleep(500)

  const looking = await openPage(browser, `${address}#moves=F5F6E6`)
  await looking.click('#back')
  await reload(looking)
  await looking.click('#back')
  await looking.click('#load')
  await looking.$eval('#load-text', (area, text) => (area.value = text), GAME)
  await looking.click('#load-now')
  await until(looking, game => location.hash === `#moves=${game}`, GAME)
  await looking.close({runBeforeUnload: true})
  await sleep(500)

  const page = await openPage(browser, address)
  await page.click('#previous-game')
  assert.strictEqual(await moves(page), 'F5D6')
  assert((await seconds(page, 'black')) <= 298, 'closing gives no time back')
  await page.close()
  const playing = await openPage(browser, `${address}#moves=F5F6E6`)
  await playing.click('[aria-label^="F4, empty, legal move"]')
  await playing.close({runBeforeUnload: true})
  await sleep(500)
  const last = await openPage(browser, address)
  await last.click('#previous-game')
  assert.strictEqual(await moves(last), 'F5F6E6F4', 'what is played is kept')
  ok('the last game that was played is kept, with the time that was spent')
  await last.evaluate(() => localStorage.clear())
  await last.close()
}

/* What goes wrong is said in the language of the page. */
async function failInJapanese(browser, address) {
  const page = await openPage(browser, address)
  page.removeAllListeners('console')
  await page.select('#language', 'ja')
  await page.click('#load')
  for (const [pasted, words] of [['f5pa', /^1行目の3文字目：ここではパスできません$/], ['f5f5', /^1行目の3文字目：F5 には打てません$/], ['Dear all', /^対応していない形式です/], ['(;GM[1])', /オセロ/]]) {
    await page.$eval('#load-error', error => (error.textContent = ''))
    await page.$eval('#load-text', (area, text) => (area.value = text), pasted)
    await page.click('#load-now')
    await until(page, () => document.getElementById('load-error').textContent)
    assert.match(await text(page, '#load-error'), words)
  }
  await page.click('#load-cancel')
  await begin(page, {who: 'XO'})
  await page.click('[aria-label^="F5"]')
  await page.click('#save')
  const formats = await page.$$eval('#format option', found => found.map(option => option.textContent))
  assert(formats.every(name => /[ぁ-ん]/.test(name)), formats.join())
  await page.select('#format', 'wthor')
  await page.click('#download')
  await until(page, () => document.getElementById('save-result').textContent)
  assert.match(await text(page, '#save-result'), /終局した対局/)
  ok('problems and formats have Japanese words')
  await page.evaluate(() => localStorage.clear())
  await page.close()
}

/* Everything fits, in each language and on each screen. */
async function checkViews(browser, address) {
  for (const {scheme, width} of [...VIEWS, {scheme: 'light', width: 360}]) {
    for (const language of ['en', 'ja']) {
      const page = await openPage(browser, `${address}#moves=${GAME.slice(0, 40)}`, view(scheme, width))
      await page.select('#language', language)
      assert.strictEqual(await page.$eval('html', html => html.lang), language)
      await page.click('#hint')
      await until(page, () => document.querySelector('#squares .best'))
      await checkWidth(page, `web-${language}`, {scheme, width})
      const small = await page.$$eval('button, select', found => found.filter(one => one.offsetParent && one.offsetHeight < 24).length)
      assert.strictEqual(small, 0, 'everything is large enough for a finger')
      await page.evaluate(() => localStorage.clear())
      await page.close()
    }
  }
  ok('it fits on desktops and phones, in English and Japanese')
}

/* Without the program, the page says so and keeps the game. */
async function loseEngine(browser) {
  const {child, address} = await serve()
  const page = await openPage(browser, `${address}#moves=F5D6C3`)
  page.removeAllListeners('console')
  child.kill()
  await until(page, () => !document.getElementById('connection').hidden)
  assert.match(await text(page, '#connection'), /does not answer/)
  assert.strictEqual(await moves(page), 'F5D6C3')
  ok('a page without an engine keeps its game')
  await page.close()
}

/* The program is started anew on the same port. The old page says so, and the new one has its game. */
async function startAnew(browser) {
  const first = await serve()
  const port = new URL(first.address).port
  const old = await openPage(browser, first.address)
  old.removeAllListeners('console')
  await old.select('#language', 'ja')
  await begin(old, {who: 'XO', minutes: '10'})
  for (const square of ['F5', 'D6']) await old.click(`[aria-label^="${square}"]`)
  const ended = new Promise(resolve => first.child.once('exit', resolve))
  first.child.kill()
  await ended
  await until(old, () => /エンジンが応答しません/.test(document.getElementById('connection').textContent))
  const second = await serve(port)
  await until(old, () => /新しく起動されて/.test(document.getElementById('connection').textContent))
  let requests = 0
  old.on('request', () => requests++)
  await sleep(6000)
  assert.strictEqual(requests, 0, 'it asks no more')
  assert.strictEqual(await moves(old), 'F5D6')
  const page = await openPage(browser, second.address)
  assert.strictEqual(await page.$eval('html', html => html.lang), 'ja', 'the language is kept')
  assert.strictEqual(await moves(page), '')
  await page.click('#previous-game')
  assert.strictEqual(await moves(page), 'F5D6')
  assert.match(await text(page, '#black .clock'), /^(10:00|9:5\d)$/)
  await old.close()
  await page.click('[aria-label^="C3"]')
  assert.strictEqual(await moves(page), 'F5D6C3')
  ok('a page finds its game when the program has been started anew')
  await page.close()
  second.child.kill()
}

/* A page of another origin tries to use the program. */
async function attack(browser, address) {
  const hostile = http.createServer((_, response) => response.end('<!doctype html><title>hostile</title>'))
  await new Promise(resolve => hostile.listen(0, '127.0.0.1', resolve))
  const page = await browser.newPage()
  await page.goto(`http://127.0.0.1:${hostile.address().port}/`)
  const reached = await page.evaluate(async address => {
    const bare = new URL('/', address).href
    const reached = []
    for (const target of [bare, address, `${address}constants.json`, `${address}app.js`]) {
      await fetch(target).then(() => reached.push(`fetch ${target}`), () => {})
      const blind = await fetch(target, {mode: 'no-cors'}).catch(() => null)
      if (blind && blind.type !== 'opaque') reached.push(`no-cors ${target}`)
    }
    await fetch(`${address}read`, {method: 'POST', body: 'f5'}).then(() => reached.push('post'), () => {})
    for (const target of [`${bare}session`, `${address}session`]) {
      const opened = await new Promise(resolve => {
        const socket = new WebSocket(target.replace('http', 'ws'))
        socket.onopen = () => resolve(true)
        socket.onerror = () => resolve(false)
      })
      if (opened) reached.push(`socket ${target}`)
    }
    const script = document.createElement('script')
    script.src = `${address}app.js`
    script.type = 'module'
    await new Promise(resolve => {
      script.onload = () => resolve(reached.push('script'))
      script.onerror = resolve
      document.head.append(script)
    })
    return reached
  }, address)
  assert.deepStrictEqual(reached, [])
  ok('a hostile page reaches nothing, even if it knows the address')
  await page.close()
  hostile.close()
}

inBrowser(async (browser, file) => {
  const {child, address} = await serve()
  try {
    const page = await playWithClicks(browser, address)
    await review(page)
    await page.close()
    await playWithKeys(browser, address)
    await analyse(browser, address)
    await loadAndSave(browser, address, file)
    await setUp(browser, address)
    await chooseStrength(browser, address)
    await rememberOldStrength(browser, address)
    await goBack(browser, address)
    await keepLastGame(browser, address)
    await failInJapanese(browser, address)
    await checkViews(browser, address)
    await loseEngine(browser)
    await startAnew(browser)
    await attack(browser, address)
  } finally {
    child.kill()
  }
}, 600)
