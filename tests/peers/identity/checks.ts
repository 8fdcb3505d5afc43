import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { callWith } from '../../open-webui/target.ts'
import { until } from '../../support/until.ts'
import { FormBrowser, type Page } from './browser.ts'
import { DEX_PERSON } from './dex.ts'
import type { IdentityHub } from './hub.ts'
import { PASSWORD, type KeycloakPerson } from './keycloak.ts'

/** The web chat treats a provider as reachable for 15 seconds after its last response. */
const REACHABLE_MS = 16_000

type Check = (world: IdentityHub) => Promise<void>

/** The last check stops Keycloak. */
export const KEYCLOAK_CHECKS: Readonly<Record<string, Check>> = {
  async 'sign-in'(world) {
    const { browser, page } = await enter(world, await newPerson(world, 'kim'))
    const me = await meOf(world, browser)
    assert.deepEqual([me.email, me.name, me.role], ['kim@corp.example', 'kim Smith', 'user'], page.url)
    const asked = new URL((await start(world, 'corp')).headers.get('location')!).searchParams
    assert.deepEqual([asked.get('code_challenge_method'), asked.get('response_type')], ['S256', 'code'])
  },

  async 'sign-up-closed'(world) {
    const { page } = await enter(world, await newPerson(world, 'lea'), 'closed')
    assert.equal(errorIn(page), 'sign_up_closed')
  },

  async 'role-claim'(world) {
    const { browser } = await enter(world, await newPerson(world, 'dan', { roles: ['hub-admin'] }))
    assert.equal((await meOf(world, browser)).role, 'admin')
  },

  async 'group-claim'(world) {
    const { browser } = await enter(world, await newPerson(world, 'gil', { groups: ['gardeners'] }))
    const { json: groups } = await asAdmin(world, 'GET', '/api/v1/groups/')
    const group = groups.find(({ name }: { name: string }) => name === 'gardeners')
    const { json: members } = await asAdmin(world, 'POST', `/api/v1/groups/id/${group.id}/users`)
    const { id } = await meOf(world, browser)
    assert.ok(JSON.stringify(members).includes(id), JSON.stringify(members))
  },

  async 'changed-email'(world) {
    const person = await newPerson(world, 'mia')
    const before = await meOf(world, (await enter(world, person)).browser)
    await world.keycloak.changeEmail(person.id, 'mia.new@corp.example')
    const after = await meOf(world, (await enter(world, person)).browser)
    assert.deepEqual([after.id, after.email], [before.id, 'mia.new@corp.example'])
  },

  async 'remade-person'(world) {
    const person = await newPerson(world, 'rob')
    await enter(world, person)
    await world.keycloak.removePerson(person.id)
    const { page } = await enter(world, await newPerson(world, 'rob'))
    assert.equal(errorIn(page), 'email_taken')
  },

  async 'sign-out'(world) {
    const { browser } = await enter(world, await newPerson(world, 'sam'))
    const token = browser.tokenAt(world.url)
    const { json } = await callWith(token, 'POST', `${world.url}/api/v1/auths/signout`)
    assert.ok(new URL(json.redirect_url).searchParams.has('id_token_hint'), JSON.stringify(json))
    const back = await browser.open(json.redirect_url)
    assert.equal(back.url.split('?')[0], `${world.url}/auth`)
    const again = await browser.open(`${world.url}/oauth/corp/login`)
    assert.match(again.text, /name="password"/)
  },

  async 'back-channel'(world) {
    const person = await newPerson(world, 'ben')
    const { browser } = await enter(world, person)
    await world.keycloak.endSessions(person.id)
    await until(
      async () => {
        const token = browser.tokenAt(world.url)
        return (await callWith(token, 'GET', `${world.url}/api/v1/auths/`)).status === 401
      },
      { what: 'the Hub’s session ends' },
    )
  },

  async 'rotated-keys'(world) {
    const person = await newPerson(world, 'zoe')
    await enter(world, person)
    await world.keycloak.rotateKeys()
    const { browser } = await enter(world, person)
    assert.equal((await meOf(world, browser)).email, 'zoe@corp.example')
  },

  async 'wrong-secret'(world) {
    const { page } = await enter(world, await newPerson(world, 'wes'), 'wrong')
    assert.equal(errorIn(page), 'wrong_set_up')
    const { json } = await asAdmin(world, 'GET', '/portal/api/web-chat/sign-ins?limit=1')
    assert.match(JSON.stringify(json.items[0]), /unauthorized_client|invalid_client/)
  },

  async connection(world) {
    const person = await newPerson(world, 'con')
    const { browser } = await enter(world, person)
    const token = browser.tokenAt(world.url)
    const { id } = await meOf(world, browser)
    const page = await browser.open(`${world.url}/oauth/clients/mcp:desk/authorize`)
    assert.equal(errorIn(page), null, page.url)
    const sessions = `/api/v1/users/${id}/oauth/sessions`
    const { json } = await asAdmin(world, 'GET', sessions)
    const accessToken = json[0]?.token?.access_token
    assert.equal(await isActive(world, accessToken), true, JSON.stringify(json))
    const ended = `${world.url}/api/v1/auths/oauth/sessions/mcp:desk?report=true`
    const { json: report } = await callWith(token, 'DELETE', ended)
    assert.equal(report.revoked, 'done')
    assert.equal(await isActive(world, accessToken), false)
  },

  async 'mcp-sign-in'(world) {
    const { browser } = await enter(world, await newPerson(world, 'pro'))
    await signInProgram(world, browser)
  },

  async 'two-providers'(world) {
    const { browser } = await enter(world, await newPerson(world, 'two'))
    const first = await meOf(world, browser)
    const page = await browser.open(`${world.url}/oauth/dex/login`)
    await browser.submit(page, { login: DEX_PERSON.email, password: DEX_PERSON.password })
    const second = await meOf(world, browser)
    assert.notEqual(second.id, first.id)
    const { json } = await callWith(browser.tokenAt(world.url), 'POST', `${world.url}/api/v1/auths/signout`)
    assert.ok(!String(json.redirect_url ?? '').startsWith(world.keycloak.issuer), json.redirect_url)
    const { json: config } = await callWith('', 'GET', `${world.url}/api/config`)
    assert.deepEqual(Object.keys(config.oauth.providers), ['corp', 'closed', 'wrong', 'dex'])
  },

  async 'provider-gone'(world) {
    const { browser } = await enter(world, await newPerson(world, 'fay'))
    await world.keycloak.stop()
    await sleep(REACHABLE_MS)
    const page = await browser.open(`${world.url}/oauth/corp/login`)
    assert.equal(errorIn(page), 'unreachable')
    assert.equal((await meOf(world, browser)).email, 'fay@corp.example')
  },
}

/** Checks of Dex, which has people with passwords, but no groups, roles and end-session address. */
export const DEX_CHECKS: Readonly<Record<string, Check>> = {
  async 'sign-in'(world) {
    const me = await meOf(world, await enterAtDex(world))
    assert.deepEqual([me.email, me.role], [DEX_PERSON.email, 'user'])
  },

  async 'sign-out'(world) {
    const browser = await enterAtDex(world)
    const token = browser.tokenAt(world.url)
    const { status, json } = await callWith(token, 'POST', `${world.url}/api/v1/auths/signout`)
    assert.deepEqual([status, json.status], [200, true])
    assert.equal((await callWith(token, 'GET', `${world.url}/api/v1/auths/`)).status, 401)
  },

  'mcp-sign-in': async (world) => signInProgram(world, await enterAtDex(world)),

  async 'provider-gone'(world) {
    const browser = await enterAtDex(world)
    await world.dex.stop()
    await sleep(REACHABLE_MS)
    assert.equal(errorIn(await browser.open(`${world.url}/oauth/dex/login`)), 'unreachable')
  },
}

interface Person extends KeycloakPerson {
  id: string
}

async function newPerson(
  { keycloak }: IdentityHub,
  username: string,
  more: Pick<KeycloakPerson, 'roles' | 'groups'> = {},
): Promise<Person> {
  const person = { username, email: `${username}@corp.example`, ...more }
  return { ...person, id: await keycloak.addPerson(person) }
}

async function enter({ url }: IdentityHub, { username }: Person, provider = 'corp') {
  const browser = new FormBrowser()
  const form = await browser.open(`${url}/oauth/${provider}/login`)
  const page = await browser.submit(form, { username, password: PASSWORD })
  return { browser, page }
}

async function enterAtDex({ url }: IdentityHub): Promise<FormBrowser> {
  const browser = new FormBrowser()
  const form = await browser.open(`${url}/oauth/dex/login`)
  await browser.submit(form, { login: DEX_PERSON.email, password: DEX_PERSON.password })
  return browser
}

const start = ({ url }: IdentityHub, provider: string): Promise<Response> =>
  fetch(`${url}/oauth/${provider}/login`, { redirect: 'manual' })

async function meOf({ url }: IdentityHub, browser: FormBrowser): Promise<any> {
  const { status, json, text } = await callWith(browser.tokenAt(url), 'GET', `${url}/api/v1/auths/`)
  assert.equal(status, 200, text)
  return json
}

const errorIn = ({ url }: Page): string | null => new URL(url).searchParams.get('error')

const asAdmin = ({ url, adminKey }: IdentityHub, method: string, path: string) =>
  callWith(adminKey, method, url + path)

async function isActive({ keycloak }: IdentityHub, accessToken: string): Promise<boolean> {
  const answer = await fetch(`${keycloak.issuer}/protocol/openid-connect/userinfo`, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  return answer.ok
}

const REDIRECT = 'http://127.0.0.1:9/callback'

async function signInProgram(world: IdentityHub, browser: FormBrowser): Promise<void> {
  const { url, slug, adminKey } = world
  const { email: subject } = await meOf(world, browser)
  const grant = { subject, hub: slug, permission: 'use_hub' }
  await callWith(adminKey, 'POST', `${url}/portal/api/access/grant`, grant)
  const session = { cookie: browser.cookiesAt(url), origin: url, 'content-type': 'application/json' }
  const post = async (path: string, body: unknown, headers: Record<string, string>): Promise<any> => {
    const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) })
    assert.ok(answer.ok, `${path}: ${answer.status} ${await answer.clone().text()}`)
    return answer.json()
  }
  const named = { client_name: 'Program', redirect_uris: [REDIRECT] }
  const { client_id } = await post('/mcp/oauth/register', named, { 'content-type': 'application/json' })
  const verifier = 'v'.repeat(43)
  const { redirect_to } = await post(
    '/portal/api/mcp-authorization',
    {
      hub: slug,
      client_id,
      redirect_uri: REDIRECT,
      response_type: 'code',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      resource: `${url}/mcp/oauth`,
      state: 's',
      allow: true,
    },
    session,
  )
  const token = await fetch(`${url}/mcp/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      code: new URL(redirect_to).searchParams.get('code')!,
      redirect_uri: REDIRECT,
      client_id,
      code_verifier: verifier,
    }),
  })
  const { access_token } = (await token.json()) as { access_token: string }
  const listed = await fetch(`${url}/mcp/oauth`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${access_token}`,
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  })
  assert.match(await listed.text(), /"tools":\[/)
}
