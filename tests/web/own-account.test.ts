import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allFindings } from '../support/accessibility.ts'
import { signIn, signUp, type Account, type ConsolePerson } from '../support/console-person.ts'
import { runHub, type RunningHub } from '../support/running-hub.ts'
import { openConsole } from '../web-console/console-page.ts'

const ANN: Account = { name: 'Ann', email: 'ann@example.org', password: 'Fern-and-moss-7' }
const BOB: Account = { name: 'Bob', email: 'bob@example.org', password: 'Ivy-and-oak-8' }

async function withBob({ url }: RunningHub): Promise<{ ann: ConsolePerson; bob: ConsolePerson }> {
  const ann = await signUp(url, ANN)
  await ann.call('GET', '/portal/api/me')
  await ann.call('POST', '/portal/api/accounts', { ...BOB, sign_in: 'password', grants: [] })
  return { ann, bob: await signIn(url, BOB) }
}

async function deleteOwn(url: string, headers: Record<string, string>, confirmEmail: string) {
  const response = await fetch(`${url}/portal/api/me`, {
    method: 'DELETE',
    headers: { 'content-type': 'application/json', origin: url, ...headers },
    body: JSON.stringify({ confirm_email: confirmEmail }),
  })
  const { code } = (await response.json()) as { code?: string }
  return [response.status, code]
}

test('a person deletes the own account only where the server allows it [web.own-account]', async () => {
  await using hub = await runHub()
  const { bob } = await withBob(hub)
  const refused = await deleteOwn(hub.url, { cookie: `token=${bob.token}` }, BOB.email)
  assert.deepEqual(refused, [403, 'forbidden'])
  const { features } = await bob.call('GET', '/api/config')
  assert.equal(features.enable_account_deletion, false)
})

test('after typing the address, a person deletes the own account; keys, other addresses and the last administrator are refused [web.own-account]', async () => {
  await using hub = await runHub({ environment: { SVC_ACCOUNT_DELETION: 'true', MCP_SERVER: 'true' } })
  const { ann, bob } = await withBob(hub)
  const { api_key: key } = await bob.call('POST', '/api/v1/auths/api_key')
  const cookie = { cookie: `token=${bob.token}` }
  assert.deepEqual(await deleteOwn(hub.url, { authorization: `Bearer ${key}` }, BOB.email), [
    403,
    'forbidden',
  ])
  assert.deepEqual(await deleteOwn(hub.url, cookie, ANN.email), [400, 'invalid'])
  assert.equal((await deleteOwn(hub.url, { cookie: `token=${ann.token}` }, ANN.email))[0], 403)
  assert.equal((await deleteOwn(hub.url, { ...cookie, origin: 'https://evil.example' }, BOB.email))[0], 403)

  await using opened = await openConsole(hub.url, bob.token)
  const { page } = opened
  await page.goto(`${hub.url}/?settings=data`)
  await page.getByRole('button', { name: 'Delete my account…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete my account' })
  const confirm = dialog.getByRole('button', { name: 'Delete my account' })
  assert.ok(await confirm.isDisabled())
  await dialog.getByLabel(`Type “${BOB.email}” to confirm`).fill(` ${BOB.email} `)
  assert.deepEqual(await allFindings(page), [])
  await confirm.click()
  await page.waitForURL(/\/auth/)

  await assert.rejects(signIn(hub.url, BOB))
  const { items } = await ann.call('GET', '/portal/api/access-changes')
  const deleted = items.find(({ action }: { action: string }) => action === 'account.delete')
  assert.deepEqual([deleted.actor, deleted.subject], [BOB.email, BOB.email])
})
