import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { startReceiver } from '../inbound/started-receiver.ts'
import { presets } from '../../web/console/inbox/presets.ts'

for (const [mode, secret, variables] of [
  ['secret', 'open $esame "1"', {}],
  ['hmac', 'open $esame "1"', { WEBHOOK_INBOUND_HMAC: 'true' }],
  ['standard', 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', { WEBHOOK_INBOUND_STANDARD: 'true' }],
] as const)
  test(`the curl lines of the Console are accepted by a receiver in mode ${mode} [console-app.senders]`, async (t) => {
    const receiver = await startReceiver(t, { WEBHOOK_INBOUND_SECRET: secret, ...variables })
    const { lines } = presets({ secret_variable: 'WEBHOOK_INBOUND_SECRET', address: receiver.url, mode })[0]!
    const run = async (given: string) =>
      (
        await promisify(execFile)('bash', ['-c', lines], {
          env: { PATH: process.env['PATH'], WEBHOOK_INBOUND_SECRET: given },
        })
      ).stdout
    assert.equal(await run('another'), 'forbidden')
    assert.equal(await run(secret), 'ok')
    const [event] = await receiver.events()
    assert.deepEqual(event!['body'], { hello: 'hub' })
  })
