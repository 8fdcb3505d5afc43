import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { redirectLogs } from '#ground/base/log.ts'
import { browserOf } from '../chatapp/openid-world.ts'
import { startTestConsole, type ConsoleAnswer, type TestConsole } from '../support/console.ts'
import { decideAtProvider } from '../support/openid-consent.ts'
import { startOpenIdProvider, type OpenIdProvider } from '../support/openid-provider.ts'

const ALL = '/setups/providers'
const ACME = `${ALL}/acme`
const ALLOWED = { SVC_CONSOLE_SETUP: 'true' }

const formFor = ({ url: issuer, clientId, clientSecret }: OpenIdProvider) => ({
  expected_revision: null as string | null,
  name: 'Acme',
  issuer,
  client_id: clientId,
  client_secret: clientSecret,
  sign_up: true,
  default_role: 'user',
})
const refusal = ({ status, json }: ConsoleAnswer) => [status, json?.code]
const recordedBy = async ({ admin }: TestConsole): Promise<string[]> =>
  (await admin.get('/access-changes')).json.items
    .map(({ action }: any) => action)
    .filter((action: string) => action.startsWith('provider.'))
const offeredBy = async ({ chatappUrl }: TestConsole) => {
  const config: any = await (await fetch(`${chatappUrl}/api/config`)).json()
  return config.oauth.providers
}

async function startWorld(t: TestContext, environment: Record<string, string> = ALLOWED) {
  const hub = await startTestConsole(t, { environment })
  await hub.admin.get('/me')
  const provider = (id: string) =>
    startOpenIdProvider(t, {
      redirectUris: [`${hub.origin}/oauth/${id}/callback`],
      claims: (account) => ({ name: account, email: `${account}@example.com`, email_verified: true }),
    })
  return { ...hub, acme: await provider('acme'), provider }
}

const signIn = async ({ chatappUrl }: TestConsole, account: string, id = 'acme') => {
  const browser = browserOf(chatappUrl)
  return browser.comeBack(await decideAtProvider(await browser.begin(id), { account }))
}

test('people sign in at a provider that was set up in the Console, with its settings as they are now [console.provider-setup]', async (t) => {
  const world = await startWorld(t)
  const { admin, acme } = world
  assert.deepEqual((await admin.get(ALL)).json, {
    may_change: true,
    is_supported: true,
    redirect_uri: `${world.origin}/oauth/<id>/callback`,
    items: [],
  })
  const saved = await admin.put(ACME, formFor(acme))
  assert.equal(saved.status, 200, saved.text)
  const [one] = saved.json.items
  assert.deepEqual(
    [one.id, one.settings.issuer, one.has_secret, one.redirect_uri],
    ['acme', acme.url, true, `${world.origin}/oauth/acme/callback`],
  )
  assert.deepEqual(await offeredBy(world), { acme: 'Acme' })
  const pat = await signIn(world, 'pat')
  assert.equal(pat.error, null)
  assert.equal((await pat.person.get('/api/v1/auths/')).json.email, 'pat@example.com')
  const ways = (await admin.get('/web-chat/ways-in')).json.providers
  assert.deepEqual(
    ways.map(({ id, variable }: any) => [id, variable]),
    [['acme', null]],
  )

  const { client_secret: _, ...kept } = { ...formFor(acme), expected_revision: one.revision }
  const narrowed = await admin.put(ACME, { ...kept, name: 'Acme Ltd', allowed_domains: ['acme.example'] })
  assert.equal(narrowed.status, 200, narrowed.text)
  assert.deepEqual(await offeredBy(world), { acme: 'Acme Ltd' })
  assert.equal((await signIn(world, 'pam')).error, 'domain_not_allowed')

  // The settings now name another provider and client: the web chat must not use cached data of the previous provider.
  const next = await world.provider('acme')
  const { revision } = narrowed.json.items[0]
  const moved = await admin.put(ACME, { ...formFor(next), expected_revision: revision })
  assert.equal(moved.status, 200, moved.text)
  assert.equal((await signIn(world, 'paul')).error, null)
  assert.equal(next.tokenRequests('authorization_code').length, 2, 'the try and the sign-in')

  const gone = await admin.delete(ACME, { expected_revision: moved.json.items[0].revision })
  assert.deepEqual([gone.status, gone.json.items], [200, []])
  assert.deepEqual(await offeredBy(world), {})
  assert.deepEqual(await recordedBy(world), [
    'provider.remove',
    'provider.set_up',
    'provider.set_up',
    'provider.set_up',
  ])
})

test('a provider that does not work is not saved, and the answer says why and how to mend it [console.provider-setup]', async (t) => {
  const world = await startWorld(t)
  const { admin, acme } = world
  const failing = async (change: object, words: RegExp) => {
    const answer = await admin.put(ACME, { ...formFor(acme), ...change })
    assert.deepEqual(refusal(answer), [400, 'setup_failed'], answer.text)
    assert.match(answer.json.detail, words)
  }
  await failing({ client_secret: 'not-the-secret' }, /refused the client id or the client secret.*Copy both/)
  await failing({ client_id: 'nobody' }, /refused the client id or the client secret/)
  await failing({ issuer: 'http://127.0.0.1:9999' }, /metadata can’t be read.*Check the issuer/)
  await failing({ issuer: 'http://169.254.169.254' }, /link-local/)
  await failing({ issuer: 'http://93.184.216.34' }, /not behind https/)
  const answers = (change: object) =>
    acme.intercept(({ path }, response) => {
      if (path !== '/.well-known/openid-configuration') return false
      response.writeHead(200, { 'content-type': 'application/json' })
      const urls = { authorization_endpoint: `${acme.url}/auth`, token_endpoint: `${acme.url}/token` }
      response.end(JSON.stringify({ issuer: acme.url, jwks_uri: `${acme.url}/jwks`, ...urls, ...change }))
      return true
    })
  answers({ issuer: 'https://other.example' })
  await failing({}, /issuer is https:\/\/other\.example\. Enter exactly this issuer/)
  answers({ jwks_uri: `${acme.url}/none` })
  await failing({}, /signing keys can’t be read/)
  answers({ token_endpoint: `${acme.url}/none` })
  await failing({}, /token endpoint gave no valid answer/)
  acme.intercept(null)
  assert.deepEqual([(await admin.get(ALL)).json.items, await offeredBy(world)], [[], {}])
  for (const [path, change] of [
    [ACME, { issuer: 'ftp://127.0.0.1' }],
    [ACME, { allowed_domains: ['@example.com'] }],
    [ACME, { unknown: 1 }],
    [`${ALL}/clients`, {}],
  ] as const)
    assert.deepEqual(refusal(await admin.put(path, { ...formFor(acme), ...change })), [400, 'invalid'])
  assert.equal((await recordedBy(world)).filter((action) => action === 'provider.try_failed').length, 8)
})

test('a stored secret is sent to no other provider, and of two concurrent changes one is saved [console.provider-setup]', async (t) => {
  const { admin, acme, provider } = await startWorld(t)
  const both = await Promise.all([admin.put(ACME, formFor(acme)), admin.put(ACME, formFor(acme))])
  assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 409]))
  const { revision } = (await admin.get(ALL)).json.items[0]
  const { client_secret: _, ...kept } = { ...formFor(acme), expected_revision: revision }
  const thief = await provider('acme')
  for (const change of [{ issuer: thief.url }, { client_id: 'other' }]) {
    const refused = await admin.put(ACME, { ...kept, ...change })
    assert.deepEqual(refusal(refused), [400, 'invalid'])
    assert.match(refused.json.detail, /enter the client secret again/)
  }
  assert.equal(thief.requests.length, 0)
  assert.deepEqual(refusal(await admin.put(ACME, formFor(acme))), [409, 'revision_conflict'])
  assert.deepEqual(refusal(await admin.delete(ACME, { expected_revision: 'x' })), [409, 'revision_conflict'])
})

test('without the operator’s permission, by key and for other people nothing is changed, and variables win [console.provider-setup]', async (t) => {
  const off = await startWorld(t, {})
  assert.equal((await off.admin.get(ALL)).json.may_change, false)
  assert.deepEqual(refusal(await off.admin.put(ACME, formFor(off.acme))), [403, 'setup_off'])
  assert.equal(off.acme.requests.length, 0)

  const outside = await startOpenIdProvider(t)
  const world = await startWorld(t, {
    ...ALLOWED,
    SVC_OIDC_ID: 'acme',
    SVC_OIDC_NAME: 'Operated',
    SVC_OIDC_ISSUER: outside.url,
    SVC_OIDC_CLIENT_ID: outside.clientId,
    SVC_OIDC_CLIENT_SECRET: outside.clientSecret,
  })
  const refused = await world.admin.put(ACME, formFor(world.acme))
  assert.deepEqual(refusal(refused), [403, 'forbidden'])
  assert.match(refused.json.detail, /SVC_OIDC_ISSUER/)
  const beside = await world.admin.put(`${ALL}/beside`, formFor(await world.provider('beside')))
  assert.equal(beside.status, 200, beside.text)
  assert.deepEqual(await offeredBy(world), { acme: 'Operated', beside: 'Acme' })

  const key = await world.admin.byKey()
  assert.deepEqual(refusal(await key.put(`${ALL}/third`, formFor(world.acme))), [403, 'forbidden'])
  const bob = await world.addPerson('Bob')
  assert.deepEqual(refusal(await bob.get(ALL)), [403, 'forbidden'])
  assert.deepEqual(refusal(await bob.put(`${ALL}/third`, formFor(world.acme))), [403, 'forbidden'])
})

test('no answer, log line, record or file contains the client secret [console.provider-setup]', async (t) => {
  const seen: string[] = []
  const world = await startWorld(t)
  redirectLogs({ write: (line: string) => void seen.push(line) })
  const { admin, acme, folder } = world
  const secret = acme.clientSecret
  seen.push((await admin.put(ACME, { ...formFor(acme), issuer: 'http://127.0.0.1:9999' })).text)
  const saved = await admin.put(ACME, formFor(acme))
  assert.equal(saved.status, 200, saved.text)
  assert.equal((await signIn(world, 'pat')).error, null)
  for (const path of [ALL, '/access-changes', '/web-chat/ways-in']) seen.push((await admin.get(path)).text)
  const config = await fetch(`${world.chatappUrl}/api/config`)
  seen.push(saved.text, await config.text())
  for (const text of seen) assert.ok(!text.includes(secret), text.slice(0, 200))
  const files = await readdir(join(folder, 'data'), { recursive: true, withFileTypes: true })
  for (const file of files.filter((one) => one.isFile()))
    assert.ok(!(await readFile(join(file.parentPath, file.name))).includes(secret), file.name)
})

test('without passwords, a restarted web chat uses the saved provider, and the last provider stays [console.provider-setup]', async (t) => {
  const world = await startWorld(t)
  const { admin, acme } = world
  const withoutPasswords = { SVC_PASSWORD_SIGN_IN: 'false' }
  await assert.rejects(
    world.restartChatapp(withoutPasswords),
    /SVC_PASSWORD_SIGN_IN: is off, and there is no other way/,
  )
  await world.restartChatapp({})
  const first = await admin.put(ACME, formFor(acme))
  assert.equal(first.status, 200, first.text)
  await world.restartChatapp({ SVC_CONSOLE_SETUP: 'false' })
  assert.deepEqual(await offeredBy(world), {}, 'saved settings need the operator’s permission')
  await world.restartChatapp(withoutPasswords)
  assert.equal((await signIn(world, 'pat')).error, null)
  const { revision } = first.json.items[0]
  const refused = await admin.delete(ACME, { expected_revision: revision })
  assert.deepEqual(refusal(refused), [403, 'forbidden'])
  assert.match(refused.json.detail, /Nobody could sign in without this provider/)

  const second = await admin.put(`${ALL}/second`, formFor(await world.provider('second')))
  assert.equal(second.status, 200, second.text)
  const both = await Promise.all(
    second.json.items.map(({ id, revision: of }: any) =>
      admin.delete(`${ALL}/${id}`, { expected_revision: of }),
    ),
  )
  assert.deepEqual(new Set(both.map(({ status }) => status)), new Set([200, 403]), 'one of both stays')
  await world.restartChatapp({})
  const [last] = (await admin.get(ALL)).json.items
  assert.equal((await admin.delete(`${ALL}/${last.id}`, { expected_revision: last.revision })).status, 200)
})
