import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signIn } from '../support/console-person.ts'
import { openConsole } from './console-page.ts'
import { seededConsole } from './started-console.ts'

const { hub, slug, bob } = await seededConsole()

test('a proposed account gets its password at the confirmation and signs in with it [console-app.proposed-account]', async () => {
  const lena = { name: 'Lena Frey', email: 'lena.frey@example.org', password: 'seven quiet ferns' }
  await bob.say(slug, `/tool propose_account ${JSON.stringify({ email: lena.email, name: lena.name })}`)
  await using opened = await openConsole(hub.url, bob.token)
  const { page } = opened
  await page.goto(`${hub.url}/portal/change-requests`)
  await page.getByRole('link', { name: /Lena Frey|lena\.frey/ }).click()
  const plan = page.getByRole('region', { name: 'Plan' })
  await plan.getByText('Creates an account for Lena Frey (lena.frey@example.org)').waitFor()
  await plan.getByText('gets “Use the agent”').waitFor()
  const confirm = page.getByRole('button', { name: 'Confirm and apply' })
  const password = page.getByLabel('Password', { exact: true })
  await confirm.click()
  await page.locator('input:invalid').waitFor()
  await password.fill('short')
  await confirm.click()
  await page.locator('input:invalid').waitFor()
  assert.equal(await page.getByText('Waiting for you').count(), 1)

  await password.fill(lena.password)
  await confirm.click()
  await page.getByText('Confirmed', { exact: true }).waitFor()
  assert.equal(await password.count(), 0)
  const entered = await signIn(hub.url, lena)
  const { hubs } = await entered.call('GET', '/portal/api/chat-access')
  assert.deepEqual(hubs, [
    { slug, name: 'Demo agent', allowed: true, reason: 'direct', mcp: { url: '/mcp', sign_in_url: null } },
  ])
})
