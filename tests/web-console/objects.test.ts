import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { signIn } from '../support/console-person.ts'
import { heading, openConsole, visit } from './console-page.ts'
import { BOB } from './started-console.ts'
import { until } from '../support/until.ts'
import { startWork } from './started-work.ts'

const work = await startWork({
  'scripts/fail.sh': '#!/bin/sh\nexit 3\n',
  'tasks/fail.md': `---\nrun_as: ann.lee@example.org\nrun: scripts/fail.sh\n---\n`,
})
after(() => work[Symbol.asyncDispose]())
const { hub, slug, ann } = work
const opened = await openConsole(hub.url, ann.token)
after(() => opened[Symbol.asyncDispose]())
const { page, browser } = opened
const PORTAL = `${hub.url}/portal`
await ann.say(slug, 'What grows here?')
await ann.call('POST', '/portal/api/workflows/run', { hub: slug, workflow: 'md:fail', inputs: {} })
await until(async () => (await ann.call('GET', '/portal/api/runs?status=failed')).total > 0)
await ann.call('POST', '/portal/api/accounts', {
  ...BOB,
  sign_in: 'password',
  grants: ['use_hub', 'manage_access'].map((permission) => ({ hub: slug, permission })),
})
const bob = await signIn(hub.url, BOB)

const tabs = page.getByRole('navigation', { name: 'Tabs' })
const agentName: string = (await ann.call('GET', '/portal/api/hubs')).items[0].name

test('a Hub has a tab for each of its matters, each with its own address [console-app.hub-tabs]', async () => {
  await visit(page, `${PORTAL}/hubs/${slug}`)
  await heading(page, agentName).waitFor()
  await page.getByText('Running', { exact: true }).waitFor()
  await page.getByRole('table', { name: 'Last runs' }).getByRole('link', { name: 'fail' }).waitFor()
  const models = page.locator('dl > div').filter({ hasText: 'Models, 7 days' })
  await models
    .getByText(/\d turns?/)
    .first()
    .waitFor()
  assert.deepEqual(await tabs.getByRole('link').allInnerTexts(), [
    'Overview',
    'Access',
    'Activity',
    'Files and versions',
    'Budgets',
    'Settings',
  ])
  for (const [tab, address, seen] of [
    ['Access', 'access', page.getByRole('button', { name: 'Add person' })],
    ['Activity', 'activity', page.getByRole('table', { name: 'Runs' })],
    ['Files and versions', 'files', page.getByRole('navigation', { name: 'Files' })],
    ['Budgets', 'budgets', page.getByText('No budgets')],
    ['Settings', 'settings', page.getByRole('heading', { name: 'Channels' })],
  ] as const) {
    await tabs.getByRole('link', { name: tab }).click()
    await seen.waitFor()
    await heading(page, agentName).waitFor()
    assert.equal(new URL(page.url()).pathname, `/portal/hubs/${slug}/${address}`)
    assert.equal(await tabs.locator('[aria-current=page]').innerText(), tab)
    await page.reload()
    await seen.waitFor()
  }
  assert.deepEqual(browser.complaints, [])
})

test('Activity shows the lists of this Hub without a choice of Hubs [console-app.hub-tabs]', async () => {
  await visit(page, `${PORTAL}/hubs/${slug}/activity`)
  const within = page.getByRole('navigation', { name: 'Pages of Activity' })
  for (const [name, address] of [
    ['Inbox', 'activity/inbox'],
    ['Messages', 'activity/messages'],
    ['Traces', 'activity/traces'],
    ['Ratings', 'ratings'],
    ['Runs', 'activity'],
  ] as const) {
    await within.getByRole('link', { name }).click()
    await page.waitForURL((url) => url.pathname === `/portal/hubs/${slug}/${address}`)
    assert.equal(await tabs.locator('[aria-current=page]').innerText(), 'Activity')
    assert.equal(await page.getByRole('main').getByRole('button', { name: 'Hub', exact: true }).count(), 0)
  }
  await page.getByRole('button', { name: 'Status' }).click()
  await page.getByRole('menuitemradio', { name: 'Succeeded' }).click()
  await page.getByText('Nothing matches').waitFor()
  assert.equal(new URL(page.url()).search, '?status=succeeded')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('table', { name: 'Runs' }).waitFor()
})

test('the address that the access matrix had leads to the tab [console-app.hub-tabs]', async () => {
  await page.goto(`${PORTAL}/hubs/${slug}?q=${BOB.email}`)
  await page.waitForURL((url) => url.pathname.endsWith('/access') && url.searchParams.get('q') === BOB.email)
  await page.getByRole('row', { name: /Bob Stone/ }).waitFor()
})

test('a task has a page with its definition, its last runs and Run now [console-app.workflow-page]', async () => {
  await visit(page, `${PORTAL}/workflows`)
  await page.getByRole('link', { name: 'fail', exact: true }).click()
  await heading(page, 'fail').waitFor()
  await page.getByText('run: scripts/fail.sh').waitFor()
  const runs = page.getByRole('table', { name: 'Last runs' })
  await runs.getByText('Failed').first().waitFor()
  await page.getByRole('button', { name: 'Run now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Run now' }).click()
  await page.waitForURL(/\/runs\//)
  await visit(page, `${PORTAL}/workflows/${slug}/md:nothing`)
  await page.getByText('No such task or workflow').waitFor()
})

test('a person’s page shows groups, keys and budgets, and no secret [console-app.person-page]', async (t) => {
  const { group } = await ann.call('POST', '/portal/api/web-chat/groups', {
    name: 'Pickers',
    description: '',
  })
  await ann.call('POST', `/portal/api/web-chat/groups/${group.id}/members`, { add: [BOB.email] })
  const key = await bob.call('POST', '/api/v1/auths/api_keys', { name: 'Greenhouse sensor', hubs: [slug] })
  const budget = { hub: slug, scope: 'person', subject: BOB.email, period: 'day', unit: 'tokens' }
  await ann.call('PUT', '/portal/api/budgets', { ...budget, limit: 5000 })
  t.after(() => ann.call('PUT', '/portal/api/budgets', { ...budget, remove: true }))
  const schedule = { prompt: 'Which beds need water?', model: slug, schedule: '0 8 * * 1', time_zone: 'UTC' }
  await bob.call('POST', '/api/v1/schedules/', schedule)
  await visit(page, `${PORTAL}/people/${BOB.email}`)
  await page.getByRole('region', { name: 'Scheduled prompts' }).getByText('1 prompt, which').waitFor()
  await page.getByRole('region', { name: 'Groups' }).getByText('Pickers').waitFor()
  await page.getByRole('region', { name: 'API keys' }).getByText('Greenhouse sensor').waitFor()
  await page
    .getByRole('region', { name: 'Budgets' })
    .getByText('0 tokens of 5,000 tokens used today')
    .waitFor()
  await page.getByText('Last active').waitFor()
  const secret: string = key.api_key
  assert.match(secret, /^sk-/)
  const told = await ann.call('GET', `/portal/api/people/${BOB.email}/belongings`)
  assert.ok(!JSON.stringify(told).includes(secret.slice(-4)), 'not even its end')
  await assert.rejects(bob.call('GET', `/portal/api/people/${BOB.email}/belongings`), /403/)
})
