import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { BACKENDS } from '../support/stores.ts'
import type { Client } from './client.ts'
import { startTestChatapp } from './started-chatapp.ts'

const AT = '/api/v1/access-requests'
const DAY_MS = 86_400_000

for (const backend of BACKENDS)
  describe(`requests for access on ${backend.kind}`, { skip: backend.skip }, () => {
    test('repeated requests are a single request, reveal no agent’s existence, and expire [chatapp.access-requests]', async (t) => {
      let ahead = 0
      const clock = { ...systemClock, now: () => systemClock.now() + ahead }
      const chat = await startTestChatapp(t, {
        location: await backend.locate(t),
        sessionSeconds: 400 * 86_400,
        clock,
      })
      const ann = await chat.signUp('Ann')
      const bob = await chat.addUser('Bob', ann)
      const penny = await chat.signUp('Penny')

      const [first, ...others] = await Promise.all(
        [1, 2, 3].map(() => bob.post(AT, { id: 'garden', note: ' For the beds ' })),
      )
      assert.equal(first!.status, 200, first!.text)
      for (const { json } of others) assert.deepEqual(json, first!.json)
      const unknown = await bob.post(AT, { id: 'no-such' })
      assert.deepEqual(
        { ...unknown.json, asked_at: 0 },
        { ...first!.json, id: 'no-such', note: '', asked_at: 0 },
      )
      assert.deepEqual(
        [first!.json.note, first!.json.state, first!.json.decided_at, first!.json.is_told],
        ['For the beds', 'asked', null, false],
      )
      assert.equal((await asked(bob)).length, 2)
      assert.deepEqual(await asked(ann), [])
      assert.deepEqual((await ann.post(AT, { id: 'garden' })).json.code, 'agent_open')
      assert.equal((await penny.post(AT, { id: 'garden' })).status, 401)
      for (const body of [
        {},
        { id: '' },
        { id: 7 },
        { id: 'a', note: 'x'.repeat(301) },
        { id: 'a', by: 'b' },
      ])
        assert.equal((await bob.post(AT, body)).status, 422)

      ahead += 31 * DAY_MS
      assert.deepEqual(await asked(bob), [], 'nobody decided in time')
      assert.equal((await bob.post(AT, { id: 'garden' })).json.note, '')

      await ann.delete(`/api/v1/users/${bob.id}`)
      const left = await chat.store.db.selectFrom('chatapp_access_requests').select('id').execute()
      assert.deepEqual(left, [])
    })

    test('the number of waiting requests is limited, and a declined person can request again after a week [chatapp.access-requests]', async (t) => {
      let ahead = 0
      const clock = { ...systemClock, now: () => systemClock.now() + ahead }
      const chat = await startTestChatapp(t, { location: await backend.locate(t), clock })
      const bob = await chat.addUser('Bob', await chat.signUp('Ann'))
      const answers: string[] = []
      for (let n = 0; n < 21; n++) answers.push((await bob.post(AT, { id: `try-${n}` })).json.code ?? 'asked')
      assert.deepEqual(
        [answers.slice(0, 10).every((one) => one === 'asked'), answers[10], answers[19], answers[20]],
        [true, 'too_many_access_requests', 'too_many_access_requests', 'rate_limited'],
      )
      ahead += DAY_MS
      await chat.store.db
        .updateTable('chatapp_access_requests')
        .set({ state: 'declined', decided_at: Math.floor(clock.now() / 1000) })
        .where('hub', '=', 'try-3')
        .execute()
      assert.deepEqual((await bob.post(AT, { id: 'try-3' })).json.code, 'access_declined')
      const reported = async () => (await asked(bob)).find(({ id }) => id === 'try-3')?.is_told
      assert.equal(await reported(), false)
      assert.equal((await bob.post(`${AT}/told`)).json, true)
      assert.equal(await reported(), true)
      assert.equal(
        (await asked(bob)).filter(({ is_told: isShown }) => isShown).length,
        1,
        'only what was decided',
      )
      ahead += 8 * DAY_MS
      assert.equal((await bob.post(AT, { id: 'try-3' })).json.state, 'asked')
    })
  })

const asked = async (client: Client) => (await client.get(AT)).json as { id: string; is_told: boolean }[]
