#!/usr/bin/env node
/* Opens the page of `obverse exercises` in Chromium, without a window, as a person would:
 * answers exercises by mouse and keyboard, rightly and wrongly, and follows the lines. The
 * browser must not report an error or load anything, and nothing may be wider than the window.
 *
 * Usage: browser_exercises.js [--modules FOLDER] [--pictures FOLDER] [PROGRAM ...]
 * PROGRAM is target/release/obverse by default; words after it are ignored. --pictures
 * saves screenshots, light and dark, for a desktop and a phone. chromium.js says what
 * it needs.
 */

const assert = require('assert')
const path = require('path')
const {pathToFileURL} = require('url')
const {execFileSync} = require('child_process')
const {root, words, ok} = require('./outside')
const {VIEWS, open, text, discs, checkWidth, inBrowser} = require('./chromium')

const program = words[0] ?? path.join(root, 'target/release/obverse')

const GAME =
  'D3E3F6C4B3D6C5B4C3C2F4A3D7D8E2G7E6F7C6E1F5G3D2C7F3F2F1D1C1B1B2E7E8G5H5G1G2A4B5H1G4A6B6H4H2A2H3A5A7B7F8G8A1G6H8H6H7A8B8C8'

const squareOf = name => `#board [aria-label="Play ${name}"]`

/* Answers the exercises in turn: right, as in the game, wrong in another way. */
async function checkAnswers(page, exercises) {
  assert((await text(page, '#task')).startsWith(`1 of ${exercises.length}: `))
  await page.click(squareOf(exercises[0].best))
  assert.match(await text(page, '#answer'), new RegExp(`^Right: ${exercises[0].best} `))
  await page.keyboard.press('n')
  const {played, best, values, lines, loss} = exercises[1]
  await page.focus(squareOf(played))
  await page.keyboard.press('Enter')
  assert.match(await text(page, '#answer'), new RegExp(`^No: ${played} .* loses ${loss}, as in the game\\. The best move is ${best} `))
  const shown = async id => (await page.$$eval(`#${id} button`, found => found.map(move => move.textContent.split(' ')[1]))).join(' ')
  assert.strictEqual(await shown('answer-line'), lines[played])
  assert.strictEqual(await shown('best-line'), lines[best])
  assert.match(await text(page, '#result'), /^Score: 1 of 2 right/)
  // A second try does not count, but is answered.
  await page.click(squareOf(best))
  assert.match(await text(page, '#answer'), /^Right: /)
  assert.match(await text(page, '#result'), /^Score: 1 of 2 right/)
  await page.keyboard.press('n')
  const other = Object.keys(exercises[2].values).find(name => name !== exercises[2].best && name !== exercises[2].played)
  await page.click(squareOf(other))
  const lost = exercises[2].values[exercises[2].best] - exercises[2].values[other]
  assert((await text(page, '#answer')).includes(` loses ${lost}. The best move`))
  await page.keyboard.press('n')
  await page.keyboard.press('s')
  assert.match(await text(page, '#answer'), /^The best move is /)
  assert.match(await text(page, '#result'), /^Score: 1 of 4 right/)
  assert(Object.keys(values).length > 1)
  ok('right and wrong answers, and the score')
}

async function checkLines(page, exercises) {
  await page.click('#list li:nth-child(2) button')
  const start = await discs(page)
  const count = ({black, white}) => black + white
  await page.click('#answer-line li:nth-child(2) button')
  assert.strictEqual(count(await discs(page)), count(start) + 2)
  assert.match(await text(page, '#move'), /^2 of /)
  await page.keyboard.press('ArrowLeft')
  assert.strictEqual(count(await discs(page)), count(start) + 1)
  await page.keyboard.press('Escape')
  assert.deepStrictEqual(await discs(page), start)
  await page.keyboard.press('r')
  assert.strictEqual(await page.$eval('#board .name', name => name.textContent), 'A')
  await page.click('#again')
  assert((await text(page, '#task')).startsWith('1 of '))
  assert.match(await text(page, '#result'), new RegExp(`^Score: 0 of 0 .* ${exercises.length} to go$`))
  ok('the lines on the board, and a new start')
}

inBrowser(async (browser, file) => {
  execFileSync(program, ['exercises', '-', '--level', '6', '--html', file('page.html')], {input: GAME})
  const address = pathToFileURL(file('page.html')).href
  const page = await open(browser, address, VIEWS[0])
  const exercises = await page.$eval('#records', records => JSON.parse(records.textContent))
  await checkAnswers(page, exercises)
  await checkLines(page, exercises)
  for (const view of VIEWS) {
    const other = await open(browser, address, view)
    await other.keyboard.press('s')
    await checkWidth(other, 'exercises', view)
  }
  ok('light and dark, wide and narrow')
})
