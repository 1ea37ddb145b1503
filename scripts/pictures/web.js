#!/usr/bin/env node
/* Takes a picture of the page of `obverse web` during a review.
 *
 * Usage: web.js PICTURE [PROGRAM]
 */

const path = require('path')
const {spawn} = require('child_process')
const {root, words} = require('../clients/outside')
const {open, inBrowser} = require('../clients/chromium')

const [picture, program = path.join(root, 'target/release/obverse')] = words

/* A game between levels 4 and 3. */
const GAME = 'F5D6C3D3C4F4F6F3E6E7C6C7E3E2C8C5B5G5G4B4B6D2F7G6E8D7D8H5B3A3C2D1H3H4C1A4A5H2H7B1F1F2A2B7E1G1A8F8G7A6A7H8H6G8H1B2A1B8G2G3'

inBrowser(async browser => {
  const child = spawn(program, ['web', '--port', '0', '--no-open'], {stdio: ['ignore', 'pipe', 'inherit']})
  try {
    const address = await new Promise(resolve => child.stdout.once('data', data => resolve(String(data).trim())))
    const allows = url => url.startsWith('http://127.0.0.1:')
    const page = await open(browser, `${address}#moves=${GAME}`, {scheme: 'light', width: 1120, allows})
    await page.click('#review')
    await page.waitForFunction(() => document.getElementById('review').textContent === 'Review', {timeout: 0})
    for (let pressed = 0; pressed < 3; pressed++) await page.keyboard.press('p')
    await page.screenshot({path: picture, fullPage: true})
  } finally {
    child.kill()
  }
}, 600)
