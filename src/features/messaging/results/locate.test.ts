import assert from 'node:assert/strict'
import { test } from 'node:test'
import { locateChatA as locateInChata } from '../channels/chata/locate.ts'
import { locateChatB as locateInChatb } from '../channels/chatb/locate.ts'

test('a target at chat-a is a number in any format, an id or a group [deliver.channel]', () => {
  const OURS = '106540352242922'
  const found = (to: string) => {
    const located = locateInChata(to, OURS)
    return located.outcome === 'found' ? [located.conversation, located.handles] : located.outcome
  }
  assert.deepEqual(found('+1 (650) 555-1234'), [`${OURS}:16505551234`, ['16505551234']])
  assert.deepEqual(found('US.1349'), [`${OURS}:US.1349`, ['US.1349']])
  assert.deepEqual(found('group:Y2Fw'), [`${OURS}:group:Y2Fw`, null])
  assert.deepEqual(found(`${OURS}:16505551234`), [`${OURS}:16505551234`, ['16505551234']])
  for (const bad of ['ann', '123', '999999:16505551234']) assert.equal(found(bad), 'failed', bad)
})

test('a target at chat-b is a person with a positive number, or a group or topic with a negative number [deliver.channel]', () => {
  const found = (to: string) => {
    const located = locateInChatb(to)
    return located.outcome === 'found' ? [located.conversation, located.handles] : located.outcome
  }
  assert.deepEqual(found('4503599627370495'), ['4503599627370495', ['4503599627370495']])
  assert.deepEqual(found('-1001234'), ['-1001234', null])
  assert.deepEqual(found('-1001234:7'), ['-1001234:7', null])
  for (const bad of ['@ann', '', '1.5']) assert.equal(found(bad), 'failed', bad)
})
