#!/usr/bin/env node
/* Opens the page of `obverse stats` in Chromium, without a window, as a person would: sorts and
 * filters the tables by mouse and keyboard, changes the language of the names of openings, and
 * opens the tree of the first moves. The browser must not report an error or load anything, and
 * nothing may be wider than the window.
 *
 * Usage: browser_stats.js [--modules FOLDER] [--pictures FOLDER] [PROGRAM ...]
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
const {VIEWS, open, text, checkWidth, inBrowser} = require('./chromium')

const program = words[0] ?? path.join(root, 'target/release/obverse')

const NAMES = ['Ann', 'Jörg', '</script><script>alert(1)</script>', 'a name without any blank in it, longer than a phone is wide', '花子']

/* Games under other names and of several years. */
function rename(games) {
  return games.split('\n').filter(Boolean).map((game, number) => {
    const name = shift => NAMES[(number * 3 + shift + (number >> 2)) % NAMES.length]
    const [, rest] = game.split(/(?=TY\[)/)
    return `(;GM[Othello]PC[Open ${number % 3}]DT[${2001 + (number % 20)}]PB[${name(0)}]PW[${name(1)}]${rest}`
  })
}

/* The visible texts of a column. */
const column = (page, table, number) =>
  page.$$eval(`#${table} tbody tr:not([hidden]) > :nth-child(${number})`, cells => cells.map(cell => cell.innerText.trim()))

const numbers = texts => texts.map(found => Number.parseFloat(found.replace('\u2212', '-')))

async function checkSorting(page, json) {
  const head = number => `#player-list thead th:nth-child(${number}) button`
  const games = numbers(await column(page, 'player-list', 2))
  assert.deepStrictEqual(games, json.filter(line => line.player).map(line => line.games))
  await page.click(head(3))
  const scores = numbers(await column(page, 'player-list', 3))
  assert.deepStrictEqual(scores, scores.toSorted((one, other) => other - one))
  await page.focus(head(4))
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  const leads = numbers(await column(page, 'player-list', 4))
  assert.deepStrictEqual(leads, leads.toSorted((one, other) => one - other))
  assert(Math.min(...leads) < 0, 'negative numbers are numbers')
  assert.strictEqual(await page.$$eval('#player-list [aria-sort]', found => found.length), 1)
  await page.click(head(1))
  const players = await column(page, 'player-list', 1)
  assert.deepStrictEqual(players, players.toSorted((one, other) => one.toLowerCase().localeCompare(other.toLowerCase())))
  assert.deepStrictEqual([...players].sort(), [...NAMES].sort())
  ok('the tables are sorted by mouse and keyboard')
}

async function checkFilters(page) {
  await page.type('#player-list-filter', 'AN')
  assert.strictEqual(await text(page, '#player-list-count'), `2 of ${NAMES.length}`)
  await page.type('#player-list-filter', 'y blank')
  assert.deepStrictEqual(await column(page, 'player-list', 1), [NAMES[3]])
  // The names of openings are found in every language.
  await page.type('#opening-list-filter', '縦取り')
  assert.deepStrictEqual(await column(page, 'opening-list', 1), ['Perpendicular\nf5d6'])
  await page.select('#language', 'fr')
  assert.deepStrictEqual(await column(page, 'opening-list', 1), ['Perpendiculaire\nf5d6'])
  await page.select('#language', 'ja')
  assert.deepStrictEqual(await column(page, 'opening-list', 1), ['縦取り\nf5d6'])
  ok('the tables are filtered, and the names are in three languages')
}

async function checkTree(page, json) {
  const lines = () => page.$$eval('.tree .line:not(.head)', found => found.filter(line => line.checkVisibility()).map(line => line.innerText))
  const before = await lines()
  assert.strictEqual(before.length, 4)
  const games = json.filter(line => line.moves?.length === 4).map(line => line.games)
  const [first, ...seconds] = before.map(line => Number(line.split('\n').at(-3)))
  assert.deepStrictEqual(seconds, games)
  assert.strictEqual(first, json.at(-1).total.games)
  await (await page.$$('.tree summary'))[1].click()
  assert((await lines()).length > before.length)
  ok('the tree of first moves')
}

inBrowser(async (browser, file) => {
  const engines = ['random', 'greedy'].flatMap(name => ['--engine', `builtin algorithm=${name}`])
  execFileSync(program, ['match', ...engines, '--games', '400', '--out', file('match.jsonl')])
  fs.writeFileSync(file('games.ggf'), rename(fs.readFileSync(file('match.ggf'), 'utf8')).join('\n'))
  execFileSync(program, ['stats', file('games.ggf'), '--html', file('page.html')])
  const output = execFileSync(program, ['stats', file('games.ggf'), '--json'], {encoding: 'utf8'})
  const json = output.trim().split('\n').map(line => JSON.parse(line))
  const address = pathToFileURL(file('page.html')).href
  const page = await open(browser, address, VIEWS[0])
  await checkSorting(page, json)
  await checkTree(page, json)
  await checkFilters(page)
  for (const view of VIEWS) {
    const other = await open(browser, address, view)
    await other.evaluate(() => document.querySelectorAll('.tree details').forEach(line => (line.open = true)))
    await checkWidth(other, 'stats', view)
  }
  ok('light and dark, wide and narrow')
})
