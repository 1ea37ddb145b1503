/* A page in headless Chromium, every error of which is a failure. Needs Chromium and
 * the npm package puppeteer-core; see outside.js.
 */

const assert = require('assert')
const fs = require('fs')
const os = require('os')
const path = require('path')
const {words, skip, load} = require('./outside')

const puppeteer = load('puppeteer-core')
const pictures = words[0] === '--pictures' ? words.splice(0, 2)[1] : null

const NAMES = ['chromium', 'chromium-browser', 'google-chrome']

/* Typical screens. */
const VIEWS = ['light', 'dark'].flatMap(scheme => [1280, 360].map(width => ({scheme, width})))

function findBrowser() {
  const folders = process.env.PATH.split(path.delimiter)
  const files = NAMES.flatMap(name => folders.map(folder => path.join(folder, name)))
  return files.find(file => fs.existsSync(file)) ?? skip('Chromium is not installed')
}

/* Only the page itself may be loaded, or what `allows` says. */
async function open(browser, address, {scheme, width, allows = url => url.split('#')[0] === address.split('#')[0]}) {
  const page = await browser.newPage()
  const fail = problem => {
    throw new Error(problem)
  }
  page.on('console', message => fail(`console: ${message.text()}`))
  page.on('pageerror', error => fail(`error: ${error.message}`))
  page.on('dialog', () => fail('a name was run as a script'))
  page.on('request', request => {
    const isAllowed = allows(request.url()) || request.url().startsWith('data:')
    if (!isAllowed) fail(`it loads ${request.url()}`)
  })
  await page.emulateMediaFeatures([{name: 'prefers-color-scheme', value: scheme}])
  await page.setViewport({width, height: 900})
  await page.goto(address)
  return page
}

const text = (page, selector) => page.$eval(selector, found => found.textContent)

/* The discs on the board, and the text that describes them. */
async function discs(page) {
  const counts = {}
  for (const color of ['black', 'white']) {
    counts[color] = await page.$$eval(`#board .disc.${color}`, found => found.length)
    assert.strictEqual(Number(await text(page, `#${color}-discs`)), counts[color])
  }
  return counts
}

/* Nothing may be wider than the window. */
async function checkWidth(page, name, {scheme, width}) {
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  assert(excess <= 0, `${excess} pixels too wide at ${width}`)
  if (!pictures) return
  fs.mkdirSync(pictures, {recursive: true})
  await page.screenshot({path: path.join(pictures, `${name}-${scheme}-${width}.png`), fullPage: true})
}

function fail(error) {
  console.log(`failed: ${error.message}`)
  process.exit(1)
}

/* Runs a check with a browser and a temporary folder, for at most so many seconds. */
async function inBrowser(check, limit = 120) {
  setTimeout(() => fail(new Error(`not done after ${limit} s`)), 1000 * limit).unref()
  process.on('uncaughtException', fail)
  const executablePath = findBrowser()
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'obverse-page-'))
  // Chromium's sandbox does not work for the superuser, who runs containers.
  const args = process.getuid() === 0 ? ['--no-sandbox'] : []
  const browser = await puppeteer.launch({executablePath, args})
  try {
    await check(browser, name => path.join(folder, name))
  } finally {
    await browser.close()
    fs.rmSync(folder, {recursive: true})
  }
}

module.exports = {VIEWS, open, text, discs, checkWidth, inBrowser: (check, limit) => inBrowser(check, limit).catch(fail)}
