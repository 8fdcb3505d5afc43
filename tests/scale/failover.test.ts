import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from '../chatapp/client.ts'
import { signUpAt } from '../chatapp/started-chatapp.ts'
import { postgresPrograms } from '../support/postgres.ts'
import { startPostgresPair, type PostgresPair } from '../support/postgres-pair.ts'
import { runHub, type RunningHub } from '../support/running-hub.ts'
import { askForHalf, ended } from './started-instances.ts'
import { until } from '../support/until.ts'

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'

// The order of the tests matters: each test uses the servers as the previous test left them.
describe('a service on a primary and its standby', { skip, timeout: 120_000 }, () => {
  let pair: PostgresPair
  let hub: RunningHub
  let ann: Client
  before(async () => {
    pair = await startPostgresPair()
    const { first, second, urlOf } = pair
    hub = await runHub({ environment: { SVC_DATABASE_URL: urlOf(second, first) } })
    ann = await signUpAt(hub.url, 'Ann')
  })
  after(() => hub?.[Symbol.asyncDispose]())

  const readiness = async () => {
    const { status, json } = await ann.get('/ready')
    return status === 200 ? 'ready' : json.code
  }
  const reported = async (word: string) => {
    const begun = performance.now()
    await until(async () => (await readiness()) === word)
    return Math.round(performance.now() - begun)
  }

  test('reports a silent primary within seconds, refuses requests, and works again afterwards [scale.failover]', async (t) => {
    assert.equal(await readiness(), 'ready')
    pair.first.freeze()
    t.diagnostic(`silence was told after ${await reported('store_away')} ms`)
    const begun = performance.now()
    const { status, headers } = await ann.get('/api/v1/chats/')
    const ms = performance.now() - begun
    assert.deepEqual([status, headers.get('retry-after')], [503, '2'])
    assert.ok(ms < 12_000, `it took ${ms} ms`)
    pair.first.thaw()
    t.diagnostic(`it was ready ${await reported('ready')} ms after the server went on`)
    assert.equal((await ann.get('/api/v1/chats/')).status, 200)
  })

  test('loses nothing and ends no answer if the primary dies and the standby is promoted soon; the old primary is not used when it returns [scale.failover]', async (t) => {
    const { first, second } = pair
    const asked = await askForHalf(ann, 7000)
    first.kill()
    await reported('store_away')
    assert.equal((await ann.get('/api/v1/chats/')).status, 503)
    const begun = performance.now()
    second.promote()
    const promoted = Math.round(performance.now() - begun)
    t.diagnostic(`promoted in ${promoted} ms; ready ${await reported('ready')} ms later`)
    const { message } = await ended(ann, asked)
    assert.deepEqual([message.content, message.error], ['half\nand whole', undefined])
    await first.startAsStandby()
    await pause(500)
    const later = await askForHalf(ann, 0)
    assert.equal((await ended(ann, later)).message.content, 'half\nand whole')
    const { json } = await ann.get('/api/v1/chats/')
    const chats = new Set(json.map(({ id }: { id: string }) => id))
    assert.deepEqual([chats.has(asked.chatId), chats.has(later.chatId)], [true, true])
  })
})
