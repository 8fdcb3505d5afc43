import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStore } from '#ground/store/store.ts'
import { signIn } from '../support/console-person.ts'
import { openConsole } from './console-page.ts'
import { seededConsole } from './started-console.ts'
import { storeOf } from '../support/own-services.ts'

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
  const confirm = page.getByRole('button', { name: 'Approve and apply' })
  const password = page.getByLabel('Password', { exact: true })
  await confirm.click()
  await page.locator('input:invalid').waitFor()
  await password.fill('short')
  await confirm.click()
  await page.locator('input:invalid').waitFor()
  assert.equal(await page.getByText('Waiting for you').count(), 1)

  await password.fill(lena.password)
  await confirm.click()
  await page.getByText('Applied', { exact: true }).waitFor()
  assert.equal(await password.count(), 0)
  const entered = await signIn(hub.url, lena)
  const { hubs } = await entered.call('GET', '/portal/api/chat-access')
  assert.deepEqual(hubs, [
    { slug, name: 'Demo agent', allowed: true, reason: 'direct', mcp: { url: '/mcp', sign_in_url: null } },
  ])
})

test('an interrupted confirmation is not shown as applied, and is repeated [console-app.changes]', async () => {
  const subject = 'nils.cut@example.org'
  await bob.say(slug, `/tool propose_access ${JSON.stringify({ subject, grant: ['orders'] })}`)
  const { items } = await bob.call('GET', '/portal/api/change-requests?state=proposed')
  const { id } = items.find(({ summary }: { summary: string }) => summary.includes(subject))
  {
    await using store = await openStore(await storeOf(join(hub.folder, '.svc')))
    await store.transaction((tx) =>
      tx
        .updateTable('change_requests')
        .set({ state: 'confirmed', decided_at_ms: Date.now() })
        .where('id', '=', id)
        .execute(),
    )
  }
  await using opened = await openConsole(hub.url, bob.token)
  const { page } = opened
  await page.goto(`${hub.url}/portal/change-requests/${id}`)
  await page.getByText('Approved, not yet applied').waitFor()
  assert.equal(await page.getByText('Applied', { exact: true }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Decline' }).count(), 0)
  await page.getByRole('button', { name: 'Approve and apply' }).click()
  await page.getByText('Applied', { exact: true }).waitFor()
  const people = await bob.call('GET', `/portal/api/access?hub=${slug}&q=${subject}`)
  assert.deepEqual(people.items[0].direct, ['orders'])
})
