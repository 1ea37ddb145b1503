#!/usr/bin/env node
/* Opens the page of `obverse analyze` in Chromium, without a window, as a person would:
 * steps through games, follows best lines, clicks on the graph, and compares what is
 * shown with the JSON lines of the same games. The browser must not report an error or
 * load anything, and nothing may be wider than the window.
 *
 * Usage: browser_analysis.js [--modules FOLDER] [--pictures FOLDER] [PROGRAM ...]
 * PROGRAM is target/release/obverse by default; words after it are ignored. --pictures
 * saves screenshots, light and dark, for a desktop and a phone. chromium.js says what
 * it needs.
 */

const assert = require('assert')
const fs = require('fs')
const path = require('path')
const {pathToFileURL} = require('url')
const {execFileSync} = require('child_process')
const {root, words, ok} = require('./outside')
const {VIEWS, open, text, discs, checkWidth, inBrowser} = require('./chromium')

const program = words[0] ?? path.join(root, 'target/release/obverse')

const HOSTILE = '</script><img src=x onerror=alert(1)>'

/* A game to the end, with passes; one that has not ended; and a position. */
const PASSES =
  'D3E3F6C4B3D6C5B4C3C2F4A3D7D8E2G7E6F7C6E1F5G3D2C7F3F2F1D1C1B1B2E7E8G5H5G1G2A4B5H1G4A6B6H4H2A2H3A5A7B7F8G8A1G6H8H6H7A8B8C8'
const SGF = `(;GM[2]PB[${HOSTILE}]PW[{{title}}]EV[Open];B[f5];W[f6];B[e6])`
const BOARD = '-OXXXX--X-OXXX---XOOOX-XOXXXXOXX-XXXOOXX-XOXOOXXOXOOOXXX-XXXOXXX O;'

function makePage(file) {
  for (const [name, content] of Object.entries({'a.txt': `${PASSES}\n`, 'b.sgf': SGF, 'c.obf': BOARD})) {
    fs.writeFileSync(file(name), content)
  }
  const files = ['a.txt', 'b.sgf', 'c.obf'].map(file)
  const args = ['analyze', ...files, '--level', '6', '--json', '--html', file('page.html')]
  const lines = execFileSync(program, args, {encoding: 'utf8'}).trim().split('\n')
  const games = lines.slice(0, -1).map(line => JSON.parse(line))
  return {games, address: pathToFileURL(file('page.html')).href}
}

const signed = value => (value > 0 ? `+${value}` : value < 0 ? `\u2212${-value}` : '0')
const played = step => step.move
const isHidden = (page, selector) => page.$eval(selector, found => found.hidden)

async function choose(page, place) {
  await page.click(`#list [aria-label="Show game ${place}"]`)
}

/* The values on the board by their squares, and which are marked. */
function values(page) {
  return page.$$eval('#board .square', cells => {
    const found = {values: {}, best: [], next: []}
    cells.forEach((cell, index) => {
      const name = 'ABCDEFGH'[index % 8] + (Math.floor(index / 8) + 1)
      if (cell.textContent) found.values[name] = cell.textContent
      if (cell.querySelector('.best')) found.best.push(name)
      if (cell.classList.contains('next')) found.next.push(name)
    })
    return found
  })
}

async function checkSteps(page, game) {
  await choose(page, 1)
  const moves = game.moves.filter(played)
  for (const [index, step] of moves.entries()) {
    const shown = await values(page)
    const expected = Object.entries(step.values).map(([name, value]) => [name, signed(value)])
    if (step.move !== 'pass') {
      assert.deepStrictEqual(shown.values, Object.fromEntries(expected.sort()), `move ${step.n}`)
      assert.deepStrictEqual(shown.best.sort(), [...step.best_moves].sort())
      assert.deepStrictEqual(shown.next, [step.move])
    }
    const line = await page.$$eval('#line button', found => found.map(move => move.textContent))
    assert.strictEqual(line.join(' '), step.pv)
    assert.match(await text(page, '#line-title'), step.exact ? /, exact$/ : / plies$/)
    await page.keyboard.press('ArrowRight')
    const told = await text(page, '#move')
    const made = step.move === 'pass' ? 'passes' : step.move
    assert(told.startsWith(`${step.n}. `) && told.includes(` ${made}: ${signed(step.value)}`), told)
    assert.strictEqual(told.includes(`loses ${step.loss} (${step.grade});`), step.loss > 0, told)
    assert.strictEqual(await isHidden(page, '#better'), step.loss === 0)
    const item = await page.$eval(`#moves li:nth-child(${index + 1}) button`, found => [found.className, found.textContent])
    const note = step.loss > 0 ? ` ${signed(-step.loss)}` : ''
    assert.deepStrictEqual(item, [step.grade, `${step.n}. ${step.move}${note}`])
  }
  assert.deepStrictEqual(await discs(page), {black: 57, white: 7})
  assert.strictEqual(await text(page, '#line-title'), 'The game is over')
  await page.keyboard.press('Home')
  assert.strictEqual(await text(page, '#move'), 'Start')
  await page.click('#values')
  assert.deepStrictEqual((await values(page)).values, {})
  await page.click('#values')
  ok(`values, best moves and losses of ${moves.length} moves`)
}

async function checkBestLine(page, game) {
  const step = game.moves.find(({grade}) => ['mistake', 'blunder'].includes(grade))
  const at = game.moves.filter(played).indexOf(step) + 1
  await page.click(`#moves li:nth-child(${at}) button`)
  await page.click('#better')
  const line = step.pv.split(' ')
  const told = async () => text(page, '#move')
  assert((await told()).startsWith(`Best line, 1 of ${line.length}: `) && (await told()).endsWith(line[0]), await told())
  assert.deepStrictEqual((await values(page)).values, {})
  let count = Object.values(await discs(page)).reduce((sum, part) => sum + part)
  for (const move of line.slice(1)) {
    await page.keyboard.press('ArrowRight')
    assert((await told()).endsWith(move === 'pass' ? ' passes' : ` ${move}`), await told())
    const now = Object.values(await discs(page)).reduce((sum, part) => sum + part)
    if (move !== 'pass') count++
    assert.strictEqual(now, count)
  }
  await page.keyboard.press('ArrowRight')
  assert((await told()).endsWith(` ${line.at(-1)}`), 'it ends there')
  await page.click('#back')
  await page.click('#line li:nth-child(2) button')
  assert((await told()).startsWith('Best line, 2 of '), await told())
  assert.match(await page.evaluate(() => location.hash), new RegExp(`^#game=1&move=${at - 1}&line=2$`))
  await page.keyboard.press('Escape')
  assert.strictEqual(await page.$eval('#slider', slider => Number(slider.value)), at - 1)
  assert(!(await told()).startsWith('Best'))
  await page.click('#line li:nth-child(1) button')
  await page.click('#leave')
  assert(await isHidden(page, '#leave'))
  // One step back from the first move of a line leads to the game.
  await page.click('#line li:nth-child(1) button')
  await page.keyboard.press('ArrowLeft')
  assert(!(await told()).startsWith('Best'))
  ok('the best line, move by move')
}

async function checkCurve(page, game) {
  const titles = await page.$$eval('#curve title', found => found.map(title => title.textContent))
  const steps = game.moves.filter(played)
  assert.strictEqual(titles.length, steps.length + 1)
  for (const [index, step] of steps.entries()) {
    const lead = step.color === 'black' ? step.best : -step.best
    assert(titles[index].endsWith(`then black ${signed(lead)}, ${step.exact ? 'exact' : 'estimated'}`), titles[index])
  }
  assert(titles.at(-1).endsWith(`the end: black +50`), titles.at(-1))
  const mistakes = steps.filter(({grade}) => ['mistake', 'blunder'].includes(grade))
  assert(mistakes.length > 0)
  assert.strictEqual((await page.$$('#curve circle')).length, mistakes.length)
  for (const color of ['black', 'white']) {
    const own = mistakes.filter(step => step.color === color).length
    assert.strictEqual((await page.$$(`#curve .mistake.${color}`)).length, own)
  }
  const points = name => page.$eval(`#curve .${name}`, line => line.getAttribute('points').split(' ').length)
  const exact = steps.filter(step => step.exact).length + 1
  assert.strictEqual(await points('exact'), exact)
  assert.strictEqual(await points('estimated'), steps.length + 2 - exact)
  await page.click('#curve rect:nth-of-type(31)')
  assert.match(await text(page, '#move'), /^30\. /)
  await page.click('#sides button')
  const worst = game.moves[game.summary.black.worst - 1]
  assert((await text(page, '#move')).includes(`${worst.move}: ${signed(worst.value)}, loses ${worst.loss} (${worst.grade});`))
  ok(`the curve with ${mistakes.length} mistakes`)
}

async function checkOthers(page, games) {
  const cells = await page.$$eval('#list tr', rows => rows.map(row => [...row.children].map(cell => cell.textContent)))
  for (const [index, {summary}] of games.entries()) {
    const errors = side => side.mistakes + side.blunders
    const numbers = [summary.black.lost, summary.white.lost, errors(summary.black), errors(summary.white)]
    assert.deepStrictEqual(cells[index].slice(4), numbers.map(String))
  }
  await choose(page, 2)
  assert.strictEqual(await text(page, '#game-title'), `${HOSTILE} – {{title}}`)
  assert.match(await text(page, '#circumstances'), /b\.sgf, game 1, Open, level 6$/)
  await page.click('#last')
  assert.match(await text(page, '#line-title'), /^Best line: White /)
  await choose(page, 3)
  assert.strictEqual(await text(page, '#line-title'), 'Best line: White +18, exact')
  assert.strictEqual((await values(page)).best[0], 'G1')
  assert.deepStrictEqual((await values(page)).next, [])
  ok('a game that goes on, and a position')
}

async function checkMistakes(page, game) {
  const mistakes = game.moves.filter(({grade}) => ['mistake', 'blunder'].includes(grade))
  const at = () => page.$eval('#slider', slider => Number(slider.value))
  await page.keyboard.press('Home')
  for (const {n} of mistakes) {
    await page.keyboard.press('n')
    assert.strictEqual(await at(), n)
  }
  await page.keyboard.press('n')
  assert.strictEqual(await at(), mistakes.at(-1).n)
  await page.keyboard.press('p')
  assert.strictEqual(await at(), mistakes.at(-2).n)
  await page.click('#next-mistake')
  assert.strictEqual(await at(), mistakes.at(-1).n)
  const bar = await text(page, '#bar')
  assert.match(bar, /^(Black|White) \+\d+$|^even$/)
  ok('the next and the previous mistake')
}

const square = name => `[aria-label*=" ${name}"].choice`

/* A square that is neither the best nor the next move, then any further square. */
async function checkTrying(page, game) {
  const others = ({move, values, best_moves: best}) => Object.entries(values).filter(([name]) => name !== move && !best.includes(name))
  const step = game.moves.find(found => others(found).length > 2)
  await page.click(`#moves li:nth-child(${step.n}) button`)
  await page.keyboard.press('ArrowLeft')
  const [[name, value]] = others(step)
  await page.click(`#board ${square(name)}`)
  const told = () => text(page, '#move')
  const lost = step.best - value
  assert((await told()).startsWith('Tried, 1 of 1: ') && (await told()).endsWith(` ${name}: ${signed(value)}, loses ${lost}`), await told())
  const lead = step.color === 'black' ? value : -value
  assert.strictEqual(await text(page, '#bar'), lead === 0 ? 'even' : lead > 0 ? `Black ${signed(lead)}` : `White ${signed(-lead)}`)
  await page.focus('#board .choice')
  await page.keyboard.press('Enter')
  assert.match(await told(), /^Tried, 2 of 2: /)
  assert.strictEqual(await text(page, '#bar'), 'no value')
  const hash = await page.evaluate(() => location.hash)
  assert.match(hash, /line=2&tried=/)
  await page.keyboard.press('ArrowLeft')
  assert.match(await told(), /^Tried, 1 of 2: /)
  await page.keyboard.press('Escape')
  assert.strictEqual(await page.$eval('#slider', slider => Number(slider.value)), step.n - 1)
  // The move of the game leads on in the game.
  await page.click(`#board ${square(step.move)}`)
  assert((await told()).startsWith(`${step.n}. `), await told())
  ok('another move, and back')
}

async function checkRotationAndCopies(page, game) {
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowRight')
  const corner = () => page.$$eval('#board .name', names => names.map(name => name.textContent).join(''))
  assert.strictEqual(await corner(), '12345678ABCDEFGH')
  for (const names of ['ABCDEFGH87654321', '87654321HGFEDCBA', 'HGFEDCBA12345678', '12345678ABCDEFGH']) {
    await page.keyboard.press('r')
    assert.strictEqual(await corner(), names)
  }
  for (const [id, expected] of [
    ['copy-position', /^[XO-]{64} O$/],
    ['copy-moves', new RegExp(`^${game.moves[0].move}$`)],
  ]) {
    await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))))
    await page.click(`#${id}`)
    await page.waitForFunction(() => document.getElementById('copy-status').textContent)
    assert.match(await page.$eval('#copied', field => field.value), expected)
    assert.match(await text(page, '#copy-status'), /^Selected/)
  }
  await page.evaluate(() => (navigator.clipboard.writeText = () => Promise.resolve()))
  await page.click('#copy-position')
  await page.waitForFunction(() => document.getElementById('copy-status').textContent === 'Copied')
  ok('the board turns, and positions and moves are copied')
}

/* Paper is white, even if the screen is dark. */
async function checkPrint(browser, address) {
  const page = await open(browser, address, VIEWS[2])
  await page.emulateMediaType('print')
  const colors = await page.$eval('.plies', table => {
    const {color} = getComputedStyle(table)
    return [color, getComputedStyle(document.body).backgroundColor]
  })
  assert.deepStrictEqual(colors, ['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  const pdf = await page.pdf({format: 'A4'})
  assert(pdf.length > 10000)
  assert(await page.$eval('#all-plies', list => list.open))
  ok('it prints black on white')
}

inBrowser(async (browser, file) => {
  const {games, address} = makePage(file)
  const page = await open(browser, address, VIEWS[0])
  await checkSteps(page, games[0])
  await checkBestLine(page, games[0])
  await checkCurve(page, games[0])
  await checkMistakes(page, games[0])
  await checkTrying(page, games[0])
  await checkRotationAndCopies(page, games[0])
  await checkOthers(page, games)
  await checkPrint(browser, address)
  for (const view of VIEWS) {
    const linked = await open(browser, `${address}#game=1&move=16&line=2`, view)
    assert.match(await text(linked, '#move'), /^Best line, 2 of /)
    await linked.keyboard.press('Escape')
    await checkWidth(linked, 'analysis', view)
  }
  ok('light and dark, wide and narrow, from a link')
})
