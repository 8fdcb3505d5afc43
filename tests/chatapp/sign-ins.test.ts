import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { testClock } from '../support/clock.ts'
import { BACKENDS } from '../support/stores.ts'
import { clientOf, type Client } from './client.ts'
import { ask, nextEvent, readEvents, restOf } from './page.ts'
import { emailOf, PASSWORD, startTestChatapp } from './started-chatapp.ts'

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'
const SESSIONS = '/api/v1/auths/sessions'

const statusOf = async (client: Client) => (await client.get('/api/v1/auths/')).status

async function signInAs(visitor: Client, name: string, headers: Record<string, string> = {}) {
  const form = { email: emailOf(name), password: PASSWORD }
  const { json } = await visitor.post('/api/v1/auths/signin', form, headers)
  return clientOf(visitor.url, json.token, json.id)
}

for (const backend of BACKENDS)
  describe(`sign-ins on ${backend.kind}`, { skip: backend.skip }, () => {
    test('are listed with device, address and times, the one that asks first [chatapp.session-list]', async (t) => {
      const clock = testClock()
      const chat = await startTestChatapp(t, { clock, location: await backend.locate(t) })
      const ann = await chat.signUp('Ann')
      const began = clock.now() / 1000
      clock.advance(60_000)
      const laptop = await signInAs(chat.visitor, 'Ann', {
        'user-agent': FIREFOX,
        'x-forwarded-for': '203.0.113.7',
      })
      await chat.signUp('Bob')
      const seen = async (client: Client) => (await client.get(SESSIONS)).json
      const { items, total } = await seen(ann)
      assert.equal(total, 2)
      assert.deepEqual(
        items.map((one: { is_current: boolean }) => one.is_current),
        [true, false],
      )
      assert.deepEqual([items[0].created_at, items[0].address], [began, '127.0.0.1'])
      assert.deepEqual(items[1], {
        ...items[1],
        program: 'Firefox',
        system: 'Windows',
        address: '203.0.113.7',
        created_at: began + 60,
        last_seen_at: began + 60,
        is_current: false,
      })
      // The time of last use is stored at most every five minutes.
      const lastSeen = async () =>
        (await seen(ann)).items.find((one: { id: string }) => one.id === items[1].id).last_seen_at
      clock.advance(299_000)
      await statusOf(laptop)
      assert.equal(await lastSeen(), began + 60)
      clock.advance(1000)
      await statusOf(laptop)
      assert.equal(await lastSeen(), began + 360)
      // The ids are not credentials, and the list contains no tokens.
      assert.equal((await chat.visitor.get('/api/v1/auths/', { cookie: `token=${items[1].id}` })).status, 401)
      assert.ok(!JSON.stringify(items).includes(laptop.token))
      clock.advance(29 * 86_400_000)
      const later = await signInAs(chat.visitor, 'Ann')
      assert.equal((await seen(later)).total, 1)
    })

    test('one session, all other sessions, or all sessions of a person end at once, and no other person’s [chatapp.session-end]', async (t) => {
      const chat = await startTestChatapp(t, { location: await backend.locate(t) })
      const admin = await chat.signUp('Ann')
      const bob = await chat.addUser('Bob', admin)
      const [phone, laptop, tablet] = [
        await signInAs(chat.visitor, 'Bob'),
        await signInAs(chat.visitor, 'Bob'),
        await signInAs(chat.visitor, 'Bob'),
      ]
      const idOf = async (client: Client) => (await client.get(SESSIONS)).json.items[0].id as string
      const foreign = await admin.delete(`${SESSIONS}/${await idOf(phone)}`)
      assert.equal(foreign.status, 404)
      assert.equal(await statusOf(phone), 200)
      const phoneId = await idOf(phone)
      const twice = await Promise.all([
        bob.delete(`${SESSIONS}/${phoneId}`),
        laptop.delete(`${SESSIONS}/${phoneId}`),
      ])
      assert.deepEqual(
        twice.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 404],
      )
      assert.deepEqual([await statusOf(phone), await statusOf(laptop)], [401, 200])
      assert.deepEqual((await laptop.delete(SESSIONS)).json, { ended: 2 })
      assert.deepEqual(
        [await statusOf(bob), await statusOf(tablet), await statusOf(laptop), await statusOf(admin)],
        [401, 401, 200, 200],
      )
      assert.equal((await laptop.delete(`/api/v1/users/${bob.id}/sessions`)).status, 401)
      assert.deepEqual((await admin.delete(`/api/v1/users/${bob.id}/sessions`)).json, { ended: 1 })
      assert.equal(await statusOf(laptop), 401)
      assert.equal((await admin.delete('/api/v1/users/nobody/sessions')).status, 400)
      const other = await signInAs(chat.visitor, 'Ann')
      assert.deepEqual((await admin.delete(`/api/v1/users/${admin.id}/sessions`)).json, { ended: 1 })
      assert.deepEqual([await statusOf(admin), await statusOf(other)], [200, 401])
    })
  })

describe('the end of a sign-in', () => {
  test('closes its running stream within five seconds, and the answer continues for the others [chatapp.session-end]', async (t) => {
    const clock = testClock()
    const chat = await startTestChatapp(t, { clock })
    const ann = await chat.signUp('Ann')
    const phone = await signInAs(chat.visitor, 'Ann')
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    t.after(() => end())
    chat.agent.script(async (answer) => {
      answer.text('Ferns')
      await mayEnd
      answer.text(' grow')
      answer.finish('stop')
      answer.done()
    })
    const asked = await ask(ann)
    const [here, there] = [readEvents(ann, asked.chatId), readEvents(phone, asked.chatId)]
    await Promise.all([nextEvent(here, 'snapshot'), nextEvent(there, 'snapshot')])
    assert.deepEqual((await ann.delete(SESSIONS)).json, { ended: 1 })
    clock.advance(5000)
    const left = await restOf(there)
    assert.ok(!left.some(({ event }) => event === 'end'))
    end()
    assert.equal((await restOf(here)).at(-1)?.event, 'end')
  })

  test('is not for keys that expire; others stand for their person [chatapp.session-end]', async (t) => {
    const chat = await startTestChatapp(t, { apiKeys: true })
    const ann = await chat.signUp('Ann')
    const keyed = async (expires_at: number | null) =>
      clientOf(
        chat.url,
        (await ann.post('/api/v1/auths/api_keys', { name: 'CI', expires_at })).json.api_key as string,
      )
    const narrow = await keyed(Math.floor(Date.now() / 1000) + 3600)
    assert.deepEqual(
      [(await narrow.get(SESSIONS)).status, (await narrow.delete(SESSIONS)).status],
      [403, 403],
    )
    const { items } = (await (await keyed(null)).get(SESSIONS)).json
    assert.deepEqual(
      items.map((one: { is_current: boolean }) => one.is_current),
      [false],
    )
    assert.equal(await statusOf(ann), 200)
  })
})
