import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { CONSOLE_PASSWORD, startTestConsole, type ConsoleCaller } from '../support/console.ts'

let ahead = 0
const clock: Clock = { ...systemClock, now: () => systemClock.now() + ahead }
const hub = await startTestConsole({ after }, { clock })
const { admin } = hub
await admin.get('/me')
const cli = { actor: { system: 'cli' as const } }
const dan = await hub.addPerson('Dan')
const pat = await hub.addPerson('Pat')
for (const permission of ['use_hub', 'manage_access'])
  await admin.post('/access/grant', { subject: dan.email, hub: 'garden', permission })
await admin.post('/access/grant', { subject: pat.email, hub: 'garden', permission: 'use_hub' })

const ask = async (
  person: Pick<ConsoleCaller, 'email'>,
  prompt: string,
  surface: Record<string, string> = {},
) => {
  const answer = await fetch(`${hub.url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${hub.bridgeKey}`,
      'content-type': 'application/json',
      'x-chatapp-user-email': person.email,
      ...surface,
    },
    body: JSON.stringify({ model: 'garden', messages: [{ role: 'user', content: prompt }] }),
  })
  const body: any = await answer.json()
  assert.equal(answer.status, 200, JSON.stringify(body))
  return body.choices[0].message.content as string
}
const LINK = /\/portal\/change-requests\/([0-9a-f-]{36})/
const propose = async (person: ConsoleCaller, tool: string, input: object) => {
  const text = await ask(person, `/tool ${tool} ${JSON.stringify(input)}`)
  const id = LINK.exec(text)?.[1]
  assert.ok(id, text)
  return (await person.get(`/change-requests/${id}`)).json
}
const giving = (subject: string) => ({ subject, grant: ['use_hub'] })
const refusal = ({ status, json }: { status: number; json: any }) => [status, json?.code]
const directOf = async (subject: string) =>
  (await hub.access.effective(subject, 'garden')).map(({ permission }) => permission)
const confirm = (person: ConsoleCaller, { id, plan_hash }: any, more: object = {}) =>
  person.post(`/change-requests/${id}/confirm`, { plan_hash, ...more })

test('an agent proposes, the person reads the plan and confirms it, and only then it is applied [changes.confirm]', async () => {
  const request = await propose(dan, 'propose_access', giving('kim@example.com'))
  assert.equal(request.state, 'proposed')
  assert.deepEqual(request.operations, [
    { action: 'grant', subject: 'kim@example.com', hub: 'garden', permission: 'use_hub' },
  ])
  assert.deepEqual(request.diff, [
    { subject: 'kim@example.com', hub: 'garden', before: [], after: ['use_hub'] },
  ])
  assert.deepEqual(await directOf('kim@example.com'), [])
  const confirmed = await confirm(dan, request)
  assert.deepEqual(
    [confirmed.status, confirmed.json.state, confirmed.json.result.outcome],
    [200, 'confirmed', 'applied'],
  )
  assert.deepEqual(await directOf('kim@example.com'), ['use_hub'])
  const { items } = (await admin.get('/access-changes?user=kim@example.com')).json
  assert.deepEqual([items[0].actor, items[0].request_id], [dan.email, request.id])
})

test('a change of the access that the plan changes makes the plan stale, and nothing is applied [changes.stale]', async () => {
  const request = await propose(dan, 'propose_access', giving('sal@example.com'))
  await hub.access.grant(cli, { subject: 'other@example.com', hub: 'garden', permission: 'use_hub' })
  assert.equal((await dan.get(`/change-requests/${request.id}`)).json.state, 'proposed')
  await hub.access.grant(cli, { subject: 'sal@example.com', hub: 'garden', permission: 'share_public' })
  assert.deepEqual(refusal(await confirm(dan, request)), [409, 'stale_plan'])
  assert.deepEqual(await directOf('sal@example.com'), ['share_public'])
  const read = (await dan.get(`/change-requests/${request.id}`)).json
  assert.deepEqual([read.state, read.result.outcome, read.decided_at], ['stale', 'stale', null])
  assert.deepEqual(refusal(await confirm(dan, request)), [409, 'stale_plan'])
})

test('an outdated request says so before it is confirmed, and is proposed again for the present policy [changes.again]', async () => {
  const request = await propose(dan, 'propose_access', giving('anew@example.com'))
  assert.match(request.summary, /^Give anew@example\.com “Use the agent” on /)
  await hub.access.grant(cli, { subject: 'anew@example.com', hub: 'garden', permission: 'share_public' })
  assert.equal((await dan.get(`/change-requests/${request.id}`)).json.state, 'stale')
  const listed = (await dan.get('/change-requests')).json.items
  assert.equal(listed.find(({ id }: any) => id === request.id).state, 'stale')
  const again = (await dan.post(`/change-requests/${request.id}/again`)).json
  assert.deepEqual([again.state, again.operations], ['proposed', request.operations])
  assert.notEqual(again.plan_hash, request.plan_hash)
  assert.equal((await dan.post(`/change-requests/${request.id}/again`)).json.id, again.id)
  assert.equal((await dan.get(`/change-requests/${request.id}`)).json.next, again.id)
  assert.deepEqual(refusal(await dan.post(`/change-requests/${again.id}/again`)), [409, 'stale_plan'])
  assert.equal((await admin.post(`/change-requests/${request.id}/again`)).status, 404)
  assert.equal((await confirm(dan, again)).status, 200)
  assert.deepEqual((await directOf('anew@example.com')).toSorted(), ['share_public', 'use_hub'])
  assert.deepEqual(refusal(await dan.post(`/change-requests/${request.id}/again`)), [400, 'invalid'])
})

test('access until a time is proposed, confirmed and granted with its expiry; a proposal with a past expiry is outdated [changes.until]', async () => {
  const until = new Date(clock.now() + 3_600_000).toISOString()
  const input = { ...giving('until@example.com'), until }
  const request = await propose(dan, 'propose_access', input)
  assert.deepEqual([request.operations[0].expires_at, request.diff[0].ends], [until, { use_hub: until }])
  assert.equal((await confirm(dan, request)).status, 200)
  const { items } = (await dan.get('/access?hub=garden&q=until@example.com')).json
  assert.equal(items[0].effective[0].grant.expires_at, until)
  const late = await propose(dan, 'propose_access', { ...input, subject: 'late@example.com' })
  ahead += 3_600_000
  assert.equal((await dan.get(`/change-requests/${late.id}`)).json.state, 'stale')
  assert.equal((await dan.get('/access?hub=garden&q=until@example.com')).json.total, 0)
  ahead = 0
})

test('another plan hash is refused and leaves the request open [changes.hash]', async () => {
  const request = await propose(dan, 'propose_access', giving('hal@example.com'))
  const other = await confirm(dan, { ...request, plan_hash: 'a'.repeat(64) })
  assert.deepEqual(refusal(other), [409, 'stale_plan'])
  assert.equal((await confirm(dan, request)).status, 200)
})

test('a stored plan that was tampered with is not applied [changes.hash]', async () => {
  const request = await propose(dan, 'propose_access', giving('tam@example.com'))
  const operations = JSON.stringify(request.operations).replace('use_hub', 'manage_access')
  await hub.store.db.updateTable('change_requests').set({ operations }).where('id', '=', request.id).execute()
  assert.deepEqual(refusal(await confirm(dan, request)), [409, 'stale_plan'])
  assert.deepEqual(await directOf('tam@example.com'), [])
})

test('only the proposer can see, confirm or reject a request [changes.proposer]', async () => {
  const request = await propose(dan, 'propose_access', giving('own@example.com'))
  for (const other of [admin, pat]) {
    assert.equal((await other.get(`/change-requests/${request.id}`)).status, 404)
    assert.equal((await confirm(other, request)).status, 404)
    assert.equal((await other.post(`/change-requests/${request.id}/reject`)).status, 404)
    assert.equal((await other.get('/change-requests')).json.total, 0)
  }
  assert.equal((await confirm(hub.visitor, request)).status, 401)
})

test('an API key reads a request and can’t confirm it [changes.session]', async () => {
  const request = await propose(dan, 'propose_access', giving('key@example.com'))
  const byKey = await dan.byKey()
  assert.equal((await byKey.get(`/change-requests/${request.id}`)).status, 200)
  assert.deepEqual(refusal(await confirm(byKey, request)), [403, 'forbidden'])
  const elsewhere = { origin: 'https://evil.example' }
  const { id, plan_hash } = request
  const forged = await dan.post(`/change-requests/${id}/confirm`, { plan_hash }, elsewhere)
  assert.deepEqual(refusal(forged), [403, 'cross_origin'])
  assert.deepEqual(await directOf('key@example.com'), [])
})

test('ten confirmations at once apply a plan once [changes.once]', async () => {
  const request = await propose(dan, 'propose_access', giving('twice@example.com'))
  const before = (await admin.get('/access-changes?user=twice@example.com')).json.total
  const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(dan, request)))
  for (const answer of answers) assert.equal(answer.status, 200, answer.text)
  assert.equal((await admin.get('/access-changes?user=twice@example.com')).json.total, before + 1)
})

test('an interrupted plan is completed, not applied again [changes.once]', async () => {
  const request = await propose(dan, 'propose_access', giving('cut@example.com'))
  await confirm(dan, request)
  // Simulates a crash after the change of access and before its result is stored.
  await hub.store.db
    .updateTable('change_requests')
    .set({ result: null })
    .where('id', '=', request.id)
    .execute()
  const again = await confirm(dan, request)
  assert.deepEqual([again.status, again.json.result?.outcome], [200, 'applied'], again.text)
  assert.equal((await admin.get('/access-changes?user=cut@example.com')).json.total, 1)
})

test('a plan that took its proposer’s own right, or was followed by many changes, counts as applied after a crash [changes.once]', async () => {
  const max = await hub.addPerson('Max')
  const own = { subject: max.email, revoke: ['manage_access'] }
  for (const permission of ['use_hub', 'manage_access'])
    await hub.access.grant(cli, { subject: max.email, hub: 'garden', permission })
  const earlier = await propose(max, 'propose_access', giving('before@example.com'))
  assert.equal((await confirm(max, earlier)).status, 200)
  const operations = Array.from({ length: 250 }, (_, n) => ({
    action: 'grant' as const,
    subject: `many${n}@example.com`,
    hub: 'garden',
    permission: 'use_hub',
  }))
  assert.ok((await hub.access.applyAll({ actor: { subject: max.email } }, operations)).ok)
  const last = await propose(max, 'propose_access', own)
  assert.equal((await confirm(max, last)).status, 200)
  for (const { id } of [earlier, last])
    await hub.store.db.updateTable('change_requests').set({ result: null }).where('id', '=', id).execute()
  for (const request of [earlier, last]) {
    const again = await confirm(max, request)
    assert.deepEqual([again.status, again.json.result?.outcome], [200, 'applied'], again.text)
  }
})

test('an interrupted creation of a proposed account is completed, and requests its password until then [changes.once]', async () => {
  await hub.access.grant(cli, { subject: 'cora@example.com', hub: 'garden', permission: 'use_hub' })
  const there = await propose(dan, 'propose_account', { email: 'cora@example.com', name: 'Cora' })
  assert.equal((await confirm(dan, there, { password: CONSOLE_PASSWORD })).status, 200)
  const request = await propose(dan, 'propose_account', { email: 'cody@example.com', name: 'Cody' })
  assert.equal((await confirm(dan, request, { password: CONSOLE_PASSWORD })).status, 200)
  const { db } = hub.store
  await db.updateTable('change_requests').set({ result: null }).where('id', '=', request.id).execute()
  assert.equal((await dan.get(`/change-requests/${request.id}`)).json.needs_password, true)
  const again = await confirm(dan, request, { password: CONSOLE_PASSWORD })
  assert.deepEqual([again.status, again.json.result?.outcome], [200, 'applied'], again.text)
  assert.equal(again.json.needs_password, false)
  assert.equal((await admin.get('/access-changes?user=cody@example.com')).json.total, 2)
})

test('a rejected request stays unapplied [changes.reject]', async () => {
  const request = await propose(dan, 'propose_access', giving('no@example.com'))
  const rejected = await dan.post(`/change-requests/${request.id}/reject`)
  assert.equal(rejected.json.state, 'rejected', rejected.text)
  assert.deepEqual(refusal(await confirm(dan, request)), [409, 'stale_plan'])
  assert.deepEqual(await directOf('no@example.com'), [])
})

test('a person can confirm only within their current ceiling [changes.ceiling]', async () => {
  const lee = await hub.addPerson('Lee')
  const administering = { subject: lee.email, hub: '*', permission: 'manage_access' }
  await hub.access.grant(cli, { subject: lee.email, hub: 'garden', permission: 'use_hub' })
  await hub.access.grant(cli, administering)
  const request = await propose(lee, 'propose_access', giving('far@example.com'))
  await hub.access.revoke(cli, administering)
  assert.deepEqual(refusal(await confirm(lee, request)), [403, 'outside_ceiling'])
  assert.deepEqual(await directOf('far@example.com'), [])
})

test('a proposed account gets its password at the confirmation only, and it is stored nowhere [changes.password]', async () => {
  const request = await propose(dan, 'propose_account', { email: 'Ines@example.com', name: 'Ines' })
  assert.equal(request.needs_password, true)
  assert.deepEqual(refusal(await confirm(dan, request)), [400, 'invalid'])
  const password = `secret ${CONSOLE_PASSWORD}`
  const confirmed = await confirm(dan, request, { password })
  assert.equal(confirmed.status, 200, confirmed.text)
  const signedIn = await fetch(`${hub.chatappUrl}/api/v1/auths/signin`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ines@example.com', password }),
  })
  assert.equal(signedIn.status, 200)
  assert.deepEqual(await directOf('ines@example.com'), ['use_hub'])
  for (const table of ['change_requests', 'people_operations', 'access_changes', 'people'] as const)
    assert.ok(!JSON.stringify(await hub.store.db.selectFrom(table).selectAll().execute()).includes('secret '))
})

test('an account that exists by now is not made, and nothing is granted [changes.duplicate]', async () => {
  const request = await propose(dan, 'propose_account', { email: 'dup@example.com', name: 'Dup' })
  await hub.addPerson('Dup')
  const answer = await confirm(dan, request, { password: CONSOLE_PASSWORD })
  assert.deepEqual(refusal(answer), [409, 'duplicate_email'])
  assert.deepEqual(await directOf('dup@example.com'), [])
})

test('management tools are for people who manage access, and refuse changes beyond their rights [changes.tools]', async () => {
  const text = await ask(pat, `/tool propose_access ${JSON.stringify(giving('x@example.com'))}`)
  assert.doesNotMatch(text, LINK)
  assert.equal((await pat.get('/change-requests')).json.total, 0)
  for (const [tool, input] of [
    ['propose_access', { subject: 'x@example.com', grant: ['share_public'] }],
    ['propose_access', { subject: dan.email, grant: ['use_hub'] }],
    ['propose_access', { subject: '*', grant: ['use_hub'] }],
    ['propose_access', { subject: 'nobody', grant: ['use_hub'] }],
  ] as const)
    assert.doesNotMatch(await ask(dan, `/tool ${tool} ${JSON.stringify(input)}`), LINK)
  assert.match(await ask(dan, '/tool list_access {"search":"pat"}'), /pat@example\.com/)
  assert.match(await ask(dan, `/tool explain_access {"subject":"${pat.email}"}`), /direct/)
})

test('the link is below this site in the web chat, and whole elsewhere [changes.link]', async () => {
  const inChat = await ask(dan, `/tool propose_access ${JSON.stringify(giving('l1@example.com'))}`, {
    'x-svc-chat-id': 'a-chat',
  })
  assert.match(inChat, /"\/portal\/change-requests\//)
})

test('a request without a decision expires after a day [changes.expiry]', async () => {
  const request = await propose(dan, 'propose_access', giving('late@example.com'))
  ahead = 24 * 60 * 60 * 1000
  assert.deepEqual(refusal(await confirm(dan, request)), [409, 'expired'])
  assert.equal((await dan.get('/change-requests?state=expired&limit=1')).json.items[0].id, request.id)
  assert.deepEqual(refusal(await dan.post(`/change-requests/${request.id}/reject`)), [409, 'expired'])
})
