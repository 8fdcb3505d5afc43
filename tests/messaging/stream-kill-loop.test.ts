import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { startTeamchat } from './providers/teamchat.ts'
import { startMessagedHub } from './started-hub.ts'
import { until } from '../support/until.ts'

/** A larger number of kills: `KILLS=100 npm test tests/messaging/stream-kill-loop.test.ts`. */
const KILLS = Number(process.env['KILLS'] ?? 2)
const A_KILL_MS = 30_000

test(
  'killed at any moment of its streaming, an answer appears complete, and once [messaging.stream.crash]',
  { timeout: (KILLS + 1) * A_KILL_MS },
  async (t) => {
    const provider = await startTeamchat()
    t.after(() => provider[Symbol.asyncDispose]())
    const hub = await startMessagedHub(t, {
      roster: ['teamchat,U01,una@example.com,Una'],
      surfaces: ['team-chat'],
      environment: provider.environment,
    })
    for (let kill = 0; kill < KILLS; kill++) {
      await until(() => provider.sockets.length > 0)
      const channels = [`C${100 + kill}`, `D${100 + kill}`] as const
      for (const channel of channels) {
        provider.addConversation(channel, channel.startsWith('D') ? 'im' : 'channel')
        const text = `<@U0BOT> /say begun ${kill}\n/wait 1000\n/say ended ${kill}`
        provider.write({ channel, user: 'U01', text })
      }
      await sleep(600 + randomInt(900))
      await hub.killAndRestart()
      await until(async () => (await hub.messages()).every(({ state }) => state === 'sent'))
      for (const channel of channels)
        assert.deepEqual(provider.saidIn(channel), [`begun ${kill}\nended ${kill}`], channel)
    }
    assert.deepEqual(provider.state.refused, [])
  },
)
