import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { signUp } from '../support/console-person.ts'
import { openConsole } from './console-page.ts'
import { account, startConsole } from './started-console.ts'

const console = await startConsole()
after(() => console[Symbol.asyncDispose]())
const { hub, ann } = console
const opened = await openConsole(hub.url, ann.token)
after(() => opened[Symbol.asyncDispose]())
const { page } = opened

test('all people who wait are approved at once, with the same first access [console-app.approve-all]', async () => {
  for (const name of ['Waits One', 'Waits Two', 'Waits Three']) await signUp(hub.url, account(name))
  await ann.call('POST', '/portal/api/people/refresh')
  await page.goto(`${hub.url}/portal/people`)
  await page.getByRole('button', { name: 'Approve all…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Approve \d people\?$/ })
  await dialog.getByRole('button', { name: /^Approve (and give|without) access$/ }).click()
  await page.getByText('Everybody who waited was approved.').first().waitFor()
  const { total } = await ann.call('GET', '/portal/api/people?status=pending')
  assert.equal(total, 0)
  const { person } = await ann.call('GET', '/portal/api/people/waits.one@example.org')
  assert.equal(person.status, 'active')
})
