import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ConsoleCaller } from '../support/console.ts'
import { refusal, startCast } from './cast.ts'

const hub = await startCast({ after })
const { admin, dan, olga, pat, penny } = hub
const quinn = await hub.addPerson('Quinn')

const atChat = async (person: ConsoleCaller, path = '', body?: object) => {
  const response = await fetch(`${hub.chatappUrl}/api/v1/access-requests${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, json: await response.json() }
}
const asks = async (person: ConsoleCaller, id: string, note = '') => {
  const { status, json } = await atChat(person, '', { id, note })
  assert.equal(status, 200, JSON.stringify(json))
}
const waiting = async (caller: ConsoleCaller, query = '') =>
  (await caller.get(`/access-requests${query}`)).json.items as any[]
const stateAt = async (person: ConsoleCaller, id: string) =>
  (await atChat(person)).json.find((one: any) => one.id === id)?.state

test('a manager reads access requests for a Hub, grants or declines them, and the person sees the decision [console.access-requests]', async () => {
  await asks(olga, 'garden', 'For the spring')
  await asks(quinn, 'garden')
  await asks(quinn, 'no-such')
  const reported = (await waiting(dan)).toSorted((one, other) => one.email.localeCompare(other.email))
  assert.deepEqual(
    reported.map(({ hub: slug, email, name, note, can_give: canGive }) => [slug, email, name, note, canGive]),
    [
      ['garden', olga.email, 'Olga', 'For the spring', true],
      ['garden', quinn.email, 'Quinn', '', true],
    ],
  )
  assert.deepEqual(await waiting(olga), [], 'she manages another Hub')
  assert.deepEqual(refusal(await olga.get('/access-requests?hub=garden')), [403, 'outside_ceiling'])
  assert.deepEqual(refusal(await pat.get('/access-requests')), [403, 'forbidden'])

  const of = async (email: string) => (await waiting(dan)).find((one) => one.email === email).id as string
  const [olgas, quinns] = [await of(olga.email), await of(quinn.email)]
  assert.deepEqual(refusal(await olga.post(`/access-requests/${olgas}/give`)), [404, 'not_found'])

  const both = await Promise.all([1, 2].map(() => dan.post(`/access-requests/${olgas}/give`)))
  for (const { status, json } of both)
    assert.deepEqual([status, json.state, json.decided_by], [200, 'given', dan.email])
  assert.equal((await hub.access.decide({ email: olga.email }, 'garden', 'use_hub')).allowed, true)
  const changes = (await admin.get(`/access-changes?user=${olga.email}`)).json.items as any[]
  assert.deepEqual(
    changes.map(({ action, actor, reason }) => [action, actor, reason]),
    [
      ['grant', dan.email, 'asked for access'],
      ['grant', admin.email, null],
    ],
  )
  assert.deepEqual(refusal(await dan.post(`/access-requests/${olgas}/decline`)), [409, 'stale_plan'])

  const declined = await dan.post(`/access-requests/${quinns}/decline`)
  assert.deepEqual([declined.status, declined.json.state], [200, 'declined'])
  assert.equal((await dan.post(`/access-requests/${quinns}/decline`)).status, 200)
  assert.deepEqual(refusal(await dan.post(`/access-requests/${quinns}/give`)), [409, 'stale_plan'])
  assert.equal((await hub.access.decide({ email: quinn.email }, 'garden', 'use_hub')).allowed, false)
  assert.deepEqual([await stateAt(olga, 'garden'), await stateAt(quinn, 'garden')], ['given', 'declined'])
  assert.equal(await stateAt(quinn, 'no-such'), 'asked')
  assert.deepEqual(await waiting(dan), [])
  assert.deepEqual(
    (await waiting(admin, '?hub=garden&state=declined')).map(({ email }) => email),
    [quinn.email],
  )
})

test('nothing is granted beyond a ceiling, and blocked, waiting and otherwise admitted people no longer request [console.access-requests]', async () => {
  const rae = await hub.addPerson('Rae')
  const sam = await hub.addPerson('Sam')
  await asks(rae, 'orchard')
  await asks(sam, 'orchard')
  assert.equal((await atChat(penny, '', { id: 'orchard' })).status, 401)
  const [one] = await waiting(olga)
  assert.equal(one.can_give, false, 'she manages access, and may not use it herself')
  assert.deepEqual(refusal(await olga.post(`/access-requests/${one.id}/give`)), [403, 'outside_ceiling'])
  assert.equal((await waiting(olga)).length, 2)

  await admin.post('/access/grant', { subject: rae.email, hub: 'orchard', permission: 'use_hub' })
  assert.deepEqual(
    (await waiting(olga)).map(({ email }) => email),
    [sam.email],
  )
  await hub.access.block({ actor: { system: 'cli' } }, sam.email)
  assert.deepEqual(await waiting(olga), [])
  assert.equal((await atChat(sam, '', { id: 'orchard' })).status, 403)
})
