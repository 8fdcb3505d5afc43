import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openBrowser } from '../support/browser.ts'
import { signIn, signUp, type ConsolePerson } from '../support/console-person.ts'
import { runHub, type RunningHub } from '../support/running-hub.ts'

const ANN = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' }
const BOB = { name: 'Bob', email: 'bob@example.com', password: 'battery horse correct' }
const BLOCKED = 'Your account is blocked. Ask an administrator.'

let hub: RunningHub
let ann: ConsolePerson
before(async () => {
  const environment = { MCP_SERVER: 'true', SVC_DEFAULT_USER_ROLE: 'user' }
  hub = await runHub({ environment })
  ann = await signUp(hub.url, ANN)
})
after(() => hub[Symbol.asyncDispose]())

const block = (suspended: boolean) =>
  ann.call('POST', '/portal/api/people/block', { subject: BOB.email, suspended })

test('a blocked person is signed out and told why, and can sign in again after the block [access.blocked-out]', async () => {
  const bob = await signUp(hub.url, BOB)
  const { api_key: key } = await bob.call('POST', '/api/v1/auths/api_key')
  const ask = async (path: string, init: RequestInit = {}) => {
    const answer = await fetch(hub.url + path, init)
    return { status: answer.status, text: await answer.text() }
  }
  const bySession = { headers: { cookie: `token=${bob.token}` } }
  const byKey = { headers: { authorization: `Bearer ${key}` } }
  const enter = (password: string) =>
    ask('/api/v1/auths/signin', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: hub.url },
      body: JSON.stringify({ email: BOB.email, password }),
    })
  assert.equal((await ask('/api/models', bySession)).status, 200)
  assert.equal((await ask('/api/models', byKey)).status, 200)

  await block(true)
  for (const path of ['/api/v1/auths/', '/api/models', '/api/v1/models', '/api/v1/chats/list'])
    for (const credential of [bySession, byKey]) {
      const { status, text } = await ask(path, credential)
      assert.deepEqual([status, JSON.parse(text).detail], [403, BLOCKED], path)
    }
  const entered = await enter(BOB.password)
  assert.deepEqual([entered.status, JSON.parse(entered.text).detail], [403, BLOCKED])
  assert.equal((await enter('not the password')).status, 400)
  const asked = await ask('/api/chat/completions', { ...byKey, method: 'POST', body: '{}' })
  assert.deepEqual([asked.status, JSON.parse(asked.text).detail], [403, BLOCKED])
  for (const credential of [bySession, byKey])
    assert.match((await ask('/portal/api/chat-access', credential)).text, /"code":"blocked"/)
  const mcp = await ask('/mcp', { ...byKey, method: 'POST', body: '{}' })
  assert.equal(mcp.status, 401)
  assert.match(mcp.text, /This account is blocked/)

  await block(false)
  assert.equal((await ask('/api/models', bySession)).status, 401)
  const again = await signIn(hub.url, BOB)
  await again.call('GET', '/api/models')
})

test('a page that is open goes to the sign-in, which says why [access.blocked-out]', async () => {
  const bob = await signIn(hub.url, BOB)
  await using browser = await openBrowser()
  await browser.context.addCookies([{ name: 'token', value: bob.token, url: hub.url, httpOnly: true }])
  const page = await browser.newPage()
  await page.goto(hub.url)
  await page.getByRole('button', { name: 'Bob' }).first().waitFor()
  await block(true)
  await page.reload()
  await page.getByText(BLOCKED).waitFor()
  await page.getByLabel('Email').fill(BOB.email)
  await page.getByLabel('Password', { exact: true }).fill(BOB.password)
  const answered = page.waitForResponse(/signin/)
  await page.getByRole('button', { name: 'Sign in' }).click()
  assert.equal((await answered).status(), 403)
  await page.getByText(BLOCKED).waitFor()
})
