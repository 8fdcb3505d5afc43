import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CHANNEL_NAMES, CHANNELS } from '#ground/hub/channels.ts'
import { CHANNEL_KINDS } from './kinds.ts'

test('the command line’s facts about a channel match the channel', () => {
  for (const name of CHANNEL_NAMES) {
    const { name: own, receiving } = CHANNEL_KINDS[name]
    assert.deepEqual([own, receiving.by], [name, CHANNELS[name].by])
  }
})
