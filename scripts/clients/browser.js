#!/usr/bin/env node
/* Opens the report of a match in Chromium, without a window, as a person would:
 * chooses games, steps through them by mouse and keyboard, and compares the board
 * with the record. The browser must not report an error or load anything, and nothing
 * may be wider than the window.
 *
 * Usage: browser.js [--modules FOLDER] [--pictures FOLDER] [PROGRAM ...]
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

/* A position in which White must pass immediately. */
const BLOCKED = `XO------O${'-'.repeat(55)} O`
const OPENINGS = ['f5d6', `${'-'.repeat(27)}OX------XO${'-'.repeat(27)} O;`, `${BLOCKED};`].join('\n')

/* Plays a match; one of its games is made to look as if it was lost by forfeit. */
function makeReport(file) {
  fs.writeFileSync(file('openings'), OPENINGS)
  const players = [`name='${HOSTILE}' builtin algorithm=random`, 'name=greedy builtin algorithm=greedy']
  const engines = players.flatMap(player => ['--engine', player])
  execFileSync(program, ['match', ...engines, '--openings', file('openings'), '--games', '12', '--out', file('a.jsonl')])
  const lines = fs.readFileSync(file('a.jsonl'), 'utf8').trim().split('\n')
  const records = lines.map(line => JSON.parse(line))
  Object.assign(records[2], {result: 'B+F', reason: 'crash'})
  fs.writeFileSync(file('b.jsonl'), records.map(record => JSON.stringify(record) + '\n').join(''))
  execFileSync(program, ['report', file('b.jsonl'), '--html', file('b.html')])
  return {records, address: pathToFileURL(file('b.html')).href}
}

async function choose(page, record) {
  const button = await page.$(`#list [aria-label="Show game ${record.game}"]`)
  // The table header may cover the row.
  await button.evaluate(found => found.scrollIntoView({block: 'center'}))
  await button.click()
}

async function checkEnds(page, records) {
  for (const record of records) {
    await choose(page, record)
    assert.strictEqual(await text(page, '#game-title'), `Game ${record.game}: ${record.result}, ${record.reason}`)
    assert.strictEqual(await text(page, '#black-name'), record.black)
    await page.click('#last')
    assert.deepStrictEqual(await discs(page), {black: record.black_discs, white: record.white_discs}, `game ${record.game}`)
  }
  ok(`${records.length} games end with the discs of the record`)
}

async function checkSteps(page, record) {
  await choose(page, record)
  const moves = record.moves.match(/../g)
  let {black, white} = await discs(page)
  for (const move of moves) {
    await page.keyboard.press('ArrowRight')
    const after = await discs(page)
    assert.strictEqual(after.black + after.white, black + white + 1)
    ;({black, white} = after)
    assert.match(await text(page, '#move'), new RegExp(` ${move}(, |$)`))
  }
  const at = () => page.$eval('#slider', slider => Number(slider.value))
  assert.strictEqual(await at(), moves.length)
  await page.keyboard.press('ArrowRight')
  assert.strictEqual(await at(), moves.length)
  await page.keyboard.press('ArrowLeft')
  await page.click('#back')
  assert.strictEqual(await at(), moves.length - 2)
  await page.keyboard.press('End')
  assert.strictEqual(await at(), moves.length)
  await page.click('#first')
  await page.keyboard.press('ArrowRight')
  assert.strictEqual(await at(), 1)
  await page.keyboard.press('Home')
  await page.click('#forward')
  assert.strictEqual(await at(), 1)
  await page.focus('#slider')
  await page.keyboard.press('ArrowRight')
  assert.match(await text(page, '#move'), /^2\. /)
  await page.click('#moves li:nth-child(9) button')
  assert.match(await text(page, '#move'), /^9\. /)
  assert.match(await page.evaluate(() => location.hash), /&move=9$/)
  ok(`a game of ${moves.length} moves by keys, buttons, slider and list`)
}

async function checkPass(page, records) {
  await choose(page, records.find(record => record.start === BLOCKED))
  await page.click('#forward')
  assert.match(await text(page, '#move'), /^1\. White passes; Black /)
  ok('a pass is told')
}

async function checkFilters(page, records) {
  const listed = async () => (await text(page, '#count')).split(' ')[0]
  const filter = async (name, value, isIn) => {
    await page.select(`#filters [name=${name}]`, value)
    assert.strictEqual(Number(await listed()), records.filter(isIn).length, `${name} ${value}`)
  }
  await filter('reason', 'crash', record => record.reason === 'crash')
  await filter('reason', '', () => true)
  await filter('result', 'draw', record => record.result === '0')
  await filter('result', '', () => true)
  await filter('player', HOSTILE, () => true)
  const wins = record => record.result[0] === (record.black === HOSTILE ? 'B' : 'W')
  await filter('result', 'won', wins)
  await filter('result', 'lost', record => record.result !== '0' && !wins(record))
  ok('the filters leave what they should')
}

inBrowser(async (browser, file) => {
  const {records, address} = makeReport(file)
  const page = await open(browser, address, VIEWS[0])
  const long = records.find(record => record.moves.length > 40)
  await checkEnds(page, records)
  await checkSteps(page, long)
  await checkPass(page, records)
  await checkFilters(page, records)
  for (const view of VIEWS) {
    const linked = await open(browser, `${address}#game=${long.game}&move=20`, view)
    assert.match(await text(linked, '#move'), /^20\. /)
    await checkWidth(linked, 'report', view)
  }
  ok('light and dark, wide and narrow, from a link')
})
