import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { startTestConsole, type TestConsole } from '../support/console.ts'
import { readEvents } from '../support/event-source.ts'
import { natsProgram, startNats } from '../support/nats.ts'

/** Disables polling, so that only notifications have an effect. */
const clock: Clock = {
  ...systemClock,
  sleep: (ms, signal) => systemClock.sleep(ms < 2000 ? ms : 10 * 60_000, signal),
}

describe(
  'two bridges that hear of each other',
  { skip: natsProgram ? false : 'no nats-server on this machine' },
  () => {
    let hub: TestConsole
    const at = (bridge: number, path: string) => `${hub.bridges[bridge]}/portal${path}`
    before(async () => {
      const nats = await startNats({ after })
      hub = await startTestConsole(
        { after },
        { hubs: ['Garden', 'Orchard'], environment: { SVC_BUS_URL: nats.url }, clock },
      )
      await hub.admin.get('/me')
    })
    const grant = async (subject: string, change: 'grant' | 'revoke' = 'grant') => {
      const answer = await hub.admin.post(`/access/${change}`, {
        subject,
        hub: 'garden',
        permission: 'use_hub',
      })
      assert.equal(answer.status, 200, answer.text)
    }
    const send = async (token: string, path: string, body: string, type = 'application/json') => {
      const headers = { cookie: `token=${token}`, origin: hub.origin, 'content-type': type }
      const answer = await fetch(at(0, path), { method: 'POST', headers, body })
      assert.ok(answer.ok, `${path} answered ${answer.status}`)
      return (await answer.json()) as { id: string }
    }
    const publish = (token: string, query = '') =>
      send(
        token,
        `/artifacts/api/upload?hub=garden&filename=plan.txt${query}`,
        `at ${performance.now()}`,
        'text/plain',
      )

    test('an open viewer at one bridge shows publications and access changes of the other [machines.hints]', async () => {
      const [owner, watcher] = [await hub.addPerson('Olga Owner'), await hub.addPerson('Wim Watcher')]
      for (const { email } of [owner, watcher]) await grant(email)
      const { id } = await publish(owner.token)
      const audience = { kind: 'people', people: [watcher.email] }
      await send(owner.token, `/artifacts/api/${id}/audience`, JSON.stringify(audience))
      await using events = await readEvents(at(1, `/artifacts/api/${id}/live`), watcher.token)
      assert.equal((await events.next()).data.version, 1)
      // Notifications that are sent before the other bridge has subscribed are lost, so the test publishes again.
      const reported = events.next()
      let published = 1
      do {
        await publish(owner.token, `&artifact=${id}`)
        published++
      } while (published < 4 && !(await Promise.race([reported, systemClock.sleep(1000)])))
      assert.ok((await reported).data.version >= 2)
      await grant(watcher.email, 'revoke')
      assert.deepEqual(await events.next(), { event: 'gone', data: {} })
    })

    test('access revoked at one is refused by the other at the next request, and ends its streams [machines.hints]', async () => {
      const person = await hub.addPerson('Pat Person')
      await grant(person.email)
      await using events = await readEvents(at(1, '/api/live'), person.token)
      await events.next()
      const began = performance.now()
      await hub.admin.post('/people/block', { subject: person.email, suspended: true })
      const headers = { cookie: `token=${person.token}` }
      assert.ok([401, 403].includes((await fetch(at(1, '/api/me'), { headers })).status))
      await events.ended
      assert.ok(performance.now() - began < 5000)
    })
  },
)
