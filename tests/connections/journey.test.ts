import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { decideAtProvider, type Decision } from '../support/openid-consent.ts'
import { systemClock } from '#ground/base/clock.ts'
import { journeyCookieName, signJourney } from '#ground/base/journey-cookie.ts'
import { manualClock } from '../support/manual-clock.ts'
import { addUser, startConnections, type ConnectionWorld } from './world.ts'

const shared = await startConnections({ after })
let count = 0

const enter = async () => ({ world: shared, pat: await addUser(shared, `Pat ${++count}`) })

const away = async (world: ConnectionWorld, person: { token: string }, id: string) => {
  const started = await world.browse(person, `/portal/connect/${id}/start`, { method: 'POST' })
  assert.equal(started.status, 303, started.text)
  assert.equal(started.location, '/oauth/clients/mcp:plants/authorize')
  const authorized = await world.browse(person, started.location, { cookies: started.cookies })
  assert.equal(authorized.status, 302)
  return { to: authorized.location!, cookies: started.cookies }
}

const walk = async (world: ConnectionWorld, person: { token: string }, id: string, decision?: Decision) => {
  return walkBack(world, person, await away(world, person, id), decision)
}

const walkBack = async (
  world: ConnectionWorld,
  person: { token: string },
  { to, cookies }: { to: string; cookies: readonly string[] },
  decision?: Decision,
) => {
  const back = await world.browse(person, await decideAtProvider(to, decision), { cookies })
  const done = await world.browse(person, back.location!, { cookies })
  return { back, done }
}

const statusOf = async (world: ConnectionWorld, person: { token: string }, id: string) =>
  (await world.browse(person, `/portal/connect/${id}/status`, { accept: 'application/json' })).json

test('a tool without an account fails with a link, the person connects, and the next call works [connections.journey]', async () => {
  const { world, pat } = await enter()
  const first = await world.ask(pat, '/tool read_beds {}')
  const failed = first.tools.at(-1)!
  assert.equal(failed.state, 'failed')
  const { journey, ...offer } = failed.connect!
  assert.deepEqual(offer, { provider: 'plants', name: 'Plants' })
  assert.ok(failed.error!.includes(`${world.origin}/portal/connect/${journey}`), failed.error)
  assert.match(first.text, /portal\/connect/)

  const page = await world.browse(pat, `/portal/connect/${journey}`)
  assert.equal(page.status, 200)
  assert.deepEqual(await statusOf(world, pat, journey), {
    id: journey,
    provider: 'plants',
    state: 'waiting',
    connected_at: null,
    detail: null,
  })
  const { back, done } = await walk(world, pat, journey)
  assert.equal(back.status, 302)
  assert.equal(back.location, `/portal/connect/${journey}/done`)
  assert.equal(done.status, 200)
  assert.match(done.setCookies.join(), /^svc-journey-[0-9a-f]+-\w+=;.*Max-Age=0/)
  const status = await statusOf(world, pat, journey)
  assert.equal(status.state, 'connected')
  assert.match(status.connected_at, /Z$/)

  const second = await world.ask(pat, '/tool read_beds {}')
  assert.equal(second.tools.at(-1)!.state, 'done')
  assert.match(second.text, /beds of \[hidden\]/)
  assert.match(second.text, /"isNumber":true/)
  assert.match(second.text, /files\.read/)
})

test('a person who refuses at the provider is not connected, and may agree later [connections.refused]', async () => {
  const { world, pat } = await enter()
  const id = await world.journey(pat)
  const second = await away(world, pat, id)
  const { back } = await walkBack(world, pat, second, { allow: false })
  assert.equal(back.location, `/portal/connect/${id}/done`)
  const failed = await statusOf(world, pat, id)
  assert.equal(failed.state, 'failed')
  assert.match(failed.detail, /No Plants account was connected/)
  assert.ok(!JSON.stringify(failed).includes('End-User'), 'the provider’s own words')
  assert.notEqual(await world.journey(pat), id)
})

test('two tabs that start are one journey, and either may bring it to its end [connections.double-start]', async () => {
  const { world, pat } = await enter()
  const id = await world.journey(pat)
  assert.equal(await world.journey(pat), id, 'asking again gives the same link')
  await away(world, pat, id)
  const { done } = await walkBack(world, pat, await away(world, pat, id))
  assert.equal(done.status, 200)
  assert.equal((await statusOf(world, pat, id)).state, 'connected')
  const late = await world.browse(pat, `/portal/connect/${id}/start`, {
    method: 'POST',
    accept: 'application/json',
  })
  assert.equal(late.status, 409)
  assert.equal(late.json.code, 'expired')
})

test('many calls at once open one journey [connections.one-open]', async () => {
  const { world, pat } = await enter()
  const output = await Promise.all(Array.from({ length: 12 }, () => world.ask(pat, '/tool read_beds {}')))
  assert.equal(new Set(output.map(({ tools }) => tools.at(-1)!.connect!.journey)).size, 1)
})

test('a journey may be cancelled, twice, and is over then [connections.cancel]', async () => {
  const { world, pat } = await enter()
  const id = await world.journey(pat)
  for (const _ of [1, 2]) {
    const { status, json } = await world.browse(pat, `/portal/connect/${id}/cancel`, {
      method: 'POST',
      accept: 'application/json',
    })
    assert.equal(status, 200)
    assert.equal(json.state, 'cancelled')
  }
  const late = await world.browse(pat, `/portal/connect/${id}/start`, { method: 'POST' })
  assert.equal(late.status, 303)
  assert.equal(late.location, `/portal/connect/${id}`)
  assert.deepEqual(late.cookies, [])
})

test('a link is good for 30 minutes [connections.expiry]', async (t) => {
  const clock = manualClock(Date.now())
  const world = await startConnections(t, {
    clock: { ...clock, sleep: systemClock.sleep, after: systemClock.after },
  })
  const pat = await addUser(world, 'Pat')
  const id = await world.journey(pat)
  clock.advance(30 * 60_000 - 1)
  assert.equal((await statusOf(world, pat, id)).state, 'waiting')
  clock.advance(1)
  const status = await statusOf(world, pat, id)
  assert.equal(status.state, 'expired')
  const late = await world.browse(pat, `/portal/connect/${id}/start`, {
    method: 'POST',
    accept: 'application/json',
  })
  assert.equal(late.status, 409)
})

test('another account is refused everywhere, and the attempt is on record [connections.other-account]', async () => {
  const { world, pat } = await enter()
  const kim = await addUser(world, 'Kim')
  const id = await world.journey(pat)
  for (const [path, method, accept] of [
    ['', 'GET', 'text/html'],
    ['', 'GET', 'application/json'],
    ['/done', 'GET', 'text/html'],
    ['/status', 'GET', 'application/json'],
    ['/start', 'POST', 'text/html'],
    ['/cancel', 'POST', 'application/json'],
  ] as const) {
    const answer = await world.browse(kim, `/portal/connect/${id}${path}`, { method, accept })
    assert.equal(answer.status, 403, `${method} ${path}`)
    assert.deepEqual(answer.cookies, [])
    assert.ok(!answer.text.includes(pat.email))
  }
  assert.equal((await statusOf(world, pat, id)).state, 'waiting')
  const { json } = await world.admin.get('/access-changes?action=connection.refused')
  assert.equal(json.total, 1, 'one attempt, however many pages it asked for')
  const [record] = json.items
  assert.equal(record.actor, kim.email)
  assert.equal(record.subject, pat.email)
  assert.equal(record.hub, 'garden')
  assert.equal((await kim.get(`/connection-journeys/${id}`)).status, 403)
})

test('without a session a page leads to signing in and back, and everything else is refused [connections.sign-in]', async () => {
  const { world, pat } = await enter()
  const id = await world.journey(pat)
  for (const path of ['', '/done']) {
    const page = await world.browse(null, `/portal/connect/${id}${path}?error=x&state=y`)
    assert.equal(page.status, 302)
    assert.equal(page.location, `/auth?redirect=${encodeURIComponent(`/portal/connect/${id}${path}`)}`)
  }
  for (const [path, method] of [
    ['/status', 'GET'],
    ['/start', 'POST'],
    ['/cancel', 'POST'],
  ] as const) {
    const answer = await world.browse(null, `/portal/connect/${id}${path}`, { method })
    assert.equal(answer.status, 401, path)
  }
  const key = await world.browse(null, `/portal/connect/${id}/status`, {
    accept: 'application/json',
    headers: { authorization: `Bearer ${pat.token}`, 'x-chatapp-user-email': pat.email },
  })
  assert.equal(key.status, 401, 'only a session counts')
})

test('another site can neither start nor cancel a journey [connections.csrf]', async () => {
  const { world, pat } = await enter()
  const id = await world.journey(pat)
  const foreign: Record<string, string>[] = [
    { origin: 'https://evil.test' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
    { origin: '', referer: 'https://evil.test/page' },
  ]
  for (const act of ['start', 'cancel'])
    for (const headers of foreign) {
      const answer = await world.browse(pat, `/portal/connect/${id}/${act}`, { method: 'POST', headers })
      assert.equal(answer.status, 403, JSON.stringify(headers))
      assert.deepEqual(answer.cookies, [])
    }
  for (const act of ['start', 'cancel'])
    assert.equal((await world.browse(pat, `/portal/connect/${id}/${act}`)).status, 404, 'by GET')
  assert.equal((await statusOf(world, pat, id)).state, 'waiting')
})

test('a connection that was there before does not count [connections.before]', async () => {
  const { world, pat } = await enter()
  await walk(world, pat, await world.journey(pat))
  const plain = await world.ask(pat, '/tool connect_account {"provider":"plants"}')
  assert.match(plain.text, /"state":"connected"/)
  const again = await world.journey(pat)
  await away(world, pat, again)
  assert.equal((await statusOf(world, pat, again)).state, 'started')
  // The person did not visit the provider, so the parameters of the address must not count.
  const done = await world.browse(pat, `/portal/connect/${again}/done?code=abc&state=connected`)
  assert.equal(done.status, 200)
  assert.equal((await statusOf(world, pat, again)).state, 'failed')
  const renewed = await world.journey(pat)
  await walk(world, pat, renewed, { account: 'pat-two' })
  assert.equal((await statusOf(world, pat, renewed)).state, 'connected')
})

test('a provider that is down ends the journey with words of our own [connections.down]', async (t) => {
  const world = await startConnections(t)
  const pat = await addUser(world, 'Pat')
  const id = await world.journey(pat)
  await world.provider.down()
  const started = await world.browse(pat, `/portal/connect/${id}/start`, { method: 'POST' })
  assert.equal(started.status, 303)
  const gone = await world.browse(pat, started.location!, { cookies: started.cookies })
  assert.equal(gone.status, 302)
  assert.equal(gone.location, `/portal/connect/${id}/done`)
  await world.browse(pat, gone.location)
  assert.equal((await statusOf(world, pat, id)).state, 'failed')
})

test('a forged cookie leads nowhere [connections.forged]', async () => {
  const { world, pat } = await enter()
  const id = await world.journey(pat)
  const { to, cookies } = await away(world, pat, id)
  assert.match(
    cookies[0]!,
    new RegExp(`^${journeyCookieName('plants', new URL(world.origin).host)}=${id}\\.`),
  )
  const mark = { id, provider: 'plants', expiresAt: Date.now() + 60_000 }
  const forged = `${journeyCookieName('plants', new URL(world.origin).host)}=${signJourney('a guess', mark)}`
  const back = await world.browse(pat, await decideAtProvider(to), { cookies: [forged] })
  assert.equal(back.status, 302)
  assert.equal(back.location, `${world.origin}/`)
  assert.equal((await statusOf(world, pat, id)).state, 'connected', 'what was stored counts all the same')
})

test('unknown links are not found, and with the pages off all are [connections.off]', async (t) => {
  for (const path of ['', '/x', '/00000000-0000-4000-8000-000000000000', '/%00', `/${'a'.repeat(400)}`]) {
    const answer = await shared.browse(shared.admin, `/portal/connect${path}`, { accept: 'application/json' })
    assert.ok(answer.status === 404 || answer.status === 400, `${path}: ${answer.status}`)
  }
  const off = await startConnections(t, { environment: { SVC_CONNECT_JOURNEY: 'false' } })
  const pat = await addUser(off, 'Pat')
  const output = await off.ask(pat, '/tool read_beds {}')
  assert.equal(output.tools.at(-1)!.connect, undefined)
  assert.match(output.tools.at(-1)!.error!, /in the web chat’s settings/)
  assert.match((await off.ask(pat, '/tool connect_account {}')).text, /There is no tool/)
  for (const [path, method] of [
    ['', 'GET'],
    ['/00000000-0000-4000-8000-000000000000', 'GET'],
    ['/00000000-0000-4000-8000-000000000000/start', 'POST'],
  ] as const)
    assert.equal((await off.browse(pat, `/portal/connect${path}`, { method })).status, 404)
  assert.equal((await pat.post('/connection-journeys', { provider: 'plants' })).status, 404)
  assert.equal((await pat.get('/connections')).json.journeys, false)
})
