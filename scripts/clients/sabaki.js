#!/usr/bin/env node
/* A session through @sabaki/gtp, the GTP library of Sabaki, whose state tracker sends
 * only what has changed: it counts every successful play and genmove, passes included,
 * as one step that undo takes back.
 *
 * Usage: sabaki.js [--modules FOLDER] [ENGINE ARGUMENT ...]
 * See sabaki_engine.js for what it needs.
 */

const assert = require('assert')
const {gtp, hold, stop, ok} = require('./sabaki_engine')

const play = (color, square) => ({name: 'play', args: [color, square]})
const opponent = {B: 'W', W: 'B'}

async function session(controller) {
  const tracker = new gtp.ControllerStateTracker(controller)
  const sent = []
  const failed = []
  controller.on('command-sent', ({command}) => sent.push(command.name))
  controller.on('response-received', ({command, response}) => {
    if (response.error) failed.push(command.name)
  })

  // Commands that the client sends by itself must not fail; those sent here may.
  const ask = async (name, ...args) => {
    const response = await tracker.queueCommand({name, args})
    assert(!response.error, `${name} ${args}: ? ${response.content}`)
    return response.content
  }
  const sync = async state => {
    sent.length = 0
    await tracker.sync(state)
    assert.deepStrictEqual(failed, [], 'commands of sync fail')
  }
  // The engine's record may lack the passes after the end of the game.
  const trim = moves => moves.join(' ').replace(/( PASS)+$/, '')
  const agree = async () => {
    const record = (await ask('move_history')).split('\n').filter(line => line)
    const moves = record.reverse().map(line => line.split(' ')[1].toUpperCase())
    assert.strictEqual(trim(moves), trim(tracker.state.history.map(move => move.args[1])))
  }

  assert.strictEqual(await ask('name'), 'Obverse')
  assert.strictEqual(await ask('protocol_version'), '2')
  assert((await ask('list_commands')).split('\n').includes('undo'))
  ok('name, protocol_version and list_commands')

  const line = [play('B', 'F5'), play('W', 'D6')]
  const timeSettings = {mainTime: 60, byoyomiTime: 5, byoyomiStones: 1}
  await sync({komi: 0, boardsize: [8, 8], timeSettings, history: line})
  assert.deepStrictEqual(sent, ['komi', 'boardsize', 'time_settings', 'clear_board', 'play', 'play'])
  const answer = await ask('genmove', 'B')
  assert.match(answer, /^[A-H][1-8]$/)
  assert.deepStrictEqual(tracker.state.history, [...line, play('B', answer)])
  await agree()
  ok(`sync to F5 D6, genmove B = ${answer}`)

  await sync({history: [play('B', 'F5'), play('W', 'F6')]})
  assert.deepStrictEqual(sent, ['clear_board', 'play', 'play'])
  await agree()
  await sync({history: [play('B', 'F5'), play('W', 'F6'), play('B', 'E6')]})
  assert.deepStrictEqual(sent, ['play'])
  await agree()
  const board = await ask('showboard')
  assert.strictEqual(board.split('\n').filter(row => /[.*XO]( *[.*XO]){7}/.test(row)).length, 8)
  ok('sync to another line and on, showboard')

  const unknown = await controller.sendCommand({id: 7, name: 'no_such_command'})
  assert.deepStrictEqual(
    {id: unknown.id, error: unknown.error, content: unknown.content},
    {id: 7, error: true, content: 'unknown command'}
  )
  failed.length = 0
  ok('an unknown command with an id')

  // After these moves black must pass.
  const blocked = ['D3', 'C3', 'E6', 'D2', 'D1', 'E1', 'B2', 'C1']
  await sync({history: blocked.map((square, index) => play('BW'[index % 2], square))})
  await agree()
  let color = 'B'
  for (let passes = 0; passes < 2; color = opponent[color]) {
    const move = await ask('genmove', color)
    assert.match(move, /^([A-H][1-8]|pass)$/i)
    passes = move.toLowerCase() === 'pass' ? passes + 1 : 0
    assert(tracker.state.history.length < 130, 'the game does not end')
  }
  await agree()
  const history = [...tracker.state.history]
  assert.deepStrictEqual(history[8], play('B', 'PASS'))
  const passes = history.filter(move => move.args[1] === 'PASS').length
  const score = await ask('final_score')
  assert.match(score, /^(0|[BW]\+\d+)$/)
  ok(`a game to the end: ${history.length} steps, ${passes} of them passes, final_score ${score}`)

  // The two passes at the end and two more moves.
  await sync({history: history.slice(0, -4)})
  assert.deepStrictEqual(sent, ['undo', 'undo', 'undo', 'undo'])
  await agree()
  const early = await tracker.queueCommand({name: 'final_score'})
  assert.strictEqual(early.error, true)
  assert.strictEqual(early.content, 'cannot score')
  failed.length = 0
  await sync({history})
  assert.strictEqual(await ask('final_score'), score)
  ok('4 steps undone, final_score fails, 4 steps replayed, final_score as before')

  assert.strictEqual(await stop(controller), 0)
  ok('stopped with status 0')
}

hold(session)
