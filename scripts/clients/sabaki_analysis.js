#!/usr/bin/env node
/* Live analysis through @sabaki/gtp, the GTP library of Sabaki, used as Sabaki does: it
 * starts `analyze` with a colour and an interval, reads line by line, and sends an empty
 * line, or just the next command, to end it.
 *
 * Usage: sabaki_analysis.js [--modules FOLDER] [ENGINE ARGUMENT ...]
 * See sabaki_engine.js for what it needs.
 */

const assert = require('assert')
const {hold, stop, ok} = require('./sabaki_engine')

/* The moves of a line, each with its numbers. */
function infos(line) {
  return line.split(/\s*info\s+/).slice(1).map(text => {
    const [pairs, pv] = text.split(' pv ')
    const words = pairs.split(' ')
    const info = {pv: pv.split(' ')}
    for (let i = 0; i < words.length; i += 2) info[words[i]] = words[i + 1]
    return info
  })
}

function check(info, order, most) {
  assert.match(info.move, /^([A-H][1-8]|pass)$/)
  assert.strictEqual(info.pv[0], info.move)
  assert.strictEqual(info.order, String(order))
  assert(info.visits >= 1, `visits ${info.visits}`)
  const form = most === 1 ? /^[01]\.\d+$/ : /^\d+$/
  for (const key of ['winrate', 'prior', 'lcb']) {
    assert.match(info[key], form, key)
    assert(info[key] >= 0 && info[key] <= most, `${key} ${info[key]}`)
  }
  assert.match(info.scoreLead, /^-?\d+\.\d+$/)
  assert.match(info.exact, /^(true|false)$/)
}

async function session(controller) {
  const ask = async (name, ...args) => {
    const response = await controller.sendCommand({name, args})
    assert(!response.error, `${name} ${args}: ? ${response.content}`)
    return response.content
  }
  // The lines of a command up to one with a move, and a promise of the rest.
  const watch = (name, ...args) => {
    const lines = []
    let response
    const seen = new Promise((resolve, reject) => {
      response = controller.sendCommand({name, args}, ({line}) => {
        if (line.startsWith('info ')) lines.push(line)
        if (lines.length > 0) resolve()
      })
      response.catch(reject)
    })
    return {lines, seen, response}
  }
  const endLine = () => controller.process.stdin.write('\n')

  for (const [name, most] of [['analyze', 1], ['kata-analyze', 1], ['lz-analyze', 10000]]) {
    const {lines, seen, response} = watch(name, 'B', '10')
    await seen
    endLine()
    assert(!(await response).error)
    for (const line of lines) {
      assert.strictEqual(infos(line).length, 4)
      infos(line).forEach((info, order) => check(info, order, most))
    }
    ok(`${name}, ended by an empty line`)
  }

  const {seen, response} = watch('analyze', 'B', '50')
  await seen
  assert.strictEqual(await ask('play', 'B', 'F5'), '')
  assert(!(await response).error)
  assert.strictEqual(await ask('last_move'), 'black F5')
  ok('analyze, ended by the next command, whose reply is its own')

  // A game in which analysis chooses: its best move, or the forced pass.
  let color = 'W'
  let moves = 1
  for (; (await ask('gogui-rules_legal_moves')) !== ''; moves++) {
    const {lines, seen, response} = watch('analyze', color, '1', 'maxmoves', '1')
    await seen
    endLine()
    await response
    const [best] = infos(lines[lines.length - 1])
    check(best, 0, 1)
    await ask('play', color, best.move)
    color = {B: 'W', W: 'B'}[color]
    assert(moves < 130, 'the game does not end')
  }
  assert.strictEqual(await ask('analyze', color, '10'), '')
  ok(`a game of ${moves} moves by analysis, ${await ask('final_score')}`)

  await ask('clear_board')
  const wanted = await ask('kata-search', 'B')
  const game = watch('genmove_analyze', 'B', '1')
  const {content} = await game.response
  const last = content.split('\n').pop()
  assert.match(last, /^play [A-H][1-8]$/)
  assert.strictEqual(await ask('last_move'), `black ${last.slice(5)}`)
  assert(game.lines.length > 0)
  ok(`genmove_analyze, ${last} (kata-search said ${wanted})`)

  assert.strictEqual(await stop(controller), 0)
  ok('stopped with status 0')
}

hold(session)
