import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ANN } from '../web-console/started-console.ts'
import { signUp } from '../support/console-person.ts'
import { readEvents } from '../support/event-source.ts'
import { runHub } from '../support/running-hub.ts'

for (const processes of ['compact', 'single'] as const)
  test(`live views that are open end whole when the service stops, with processes ${processes} [console.live]`, async (t) => {
    await using hub = await runHub({ processes })
    const ann = await signUp(hub.url, ANN)
    await ann.call('GET', '/portal/api/me')
    const slug = hub.ready.hubs[0]!.slug
    await using live = await readEvents(`${hub.url}/portal/api/inbox/live?hub=${slug}`, ann.token)
    await live.next()
    const from = performance.now()
    const [code] = await Promise.all([hub.stop(), live.ended])
    t.diagnostic(`stopped in ${Math.round(performance.now() - from)} ms`)
    assert.equal(code, 0)
  })
