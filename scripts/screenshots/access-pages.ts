import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { signUp } from '../../tests/support/console-person.ts'
import { cell } from '../../tests/web-console/console-page.ts'
import {
  account,
  BOB,
  CLEO,
  startConsole,
  startSeeded,
  type SeededConsole,
} from '../../tests/web-console/started-console.ts'
import { until } from '../../tests/support/until.ts'
import { dialogBy, takePages, type ConsolePage, type Taking } from './looks.ts'

const CHATS = 4

const LONG_NAME = 'Maximiliana-Theodora von Hohenstein-Wallmoden zu Sickershausen und Obernbreit'

export async function takeAccessPages(taking: Taking): Promise<void> {
  await using started = await startSeeded()
  const { slug } = started
  await setBudgets(started)
  await seedRequests(started)
  const trace = await longestTrace(started)
  await takePages(taking, started, [
    ...peoplePages,
    ...hubPages(slug),
    ...recordPages(slug),
    ...activityPages(slug),
    ['traces-some', '/traces', 'Traces'],
    ['trace', trace, 'Demo agent'],
    ['trace-step', trace, 'Demo agent', (page) => page.getByRole('table').getByRole('button').last().click()],
  ])
}

export async function takeFirstDay(taking: Taking): Promise<void> {
  await using started = await startConsole()
  const { slug } = started
  await takePages(taking, started, [
    ['first-overview', '/', 'Overview'],
    ['first-notices', '/notices', 'Notices'],
    ['first-people', '/people', 'People'],
    ['first-hub', `/hubs/${slug}`, 'Demo agent'],
    ['first-change-requests', '/change-requests', 'Change requests'],
    ['first-runs', '/runs', 'Runs'],
    ['first-inbox', '/inbox', 'Inbox'],
    ['first-traces', '/traces', 'Traces'],
    ['first-artifacts', '/artifacts', 'Artifacts'],
    ['first-messages', '/messages', 'Messages'],
    ['first-connections', '/connections', 'Connections'],
  ])
}

const peoplePages: ConsolePage[] = [
  ['overview', '/', 'Overview'],
  ['rail-sheet', '/', 'Overview', openRail],
  ['people', '/people', 'People'],
  ['people-no-match', '/people?q=nobody-at-all', 'People'],
  ['people-sorted', '/people?sort=-name', 'People'],
  ['people-save-view', '/people?status=active', 'People', dialogBy('Save view')],
  ['people-waiting', '/people?status=pending', 'People'],
  ['approve', '/people', 'People', dialogBy('Approve…')],
  ['create-account', '/people', 'People', dialogBy('Create account')],
  ['person', `/people/${BOB.email}`, BOB.name],
  ['person-pending', '/people/kim.waits@example.org', 'Kim Waits'],
  ['person-long-name', '/people/long.name@example.org', LONG_NAME],
  ['not-found', '/nowhere', 'Page not found'],
]

const hubPages = (slug: string): ConsolePage[] => [
  ['hubs', '/hubs', 'Hubs'],
  ['hub', `/hubs/${slug}`, 'Demo agent'],
  ['hub-access', `/hubs/${slug}/access`, 'Demo agent'],
  ['hub-activity', `/hubs/${slug}/activity`, 'Demo agent'],
  ['hub-settings', `/hubs/${slug}/settings`, 'Demo agent'],
  ['hub-holders', `/hubs/${slug}/access?first=orders`, 'Demo agent'],
  ['hub-selected', `/hubs/${slug}/access`, 'Demo agent', selectTwo],
  [
    'hub-copy-access',
    `/hubs/${slug}/access`,
    'Demo agent',
    async (page) => {
      await selectTwo(page)
      await dialogBy('Same access as…')(page)
      await page.getByRole('dialog').getByLabel('Email or service').fill(BOB.email)
    },
  ],
  [
    'hub-review',
    `/hubs/${slug}/access`,
    'Demo agent',
    async (page) => {
      await cell(page, 'Order supplies', 'Eve Long').click()
      await cell(page, 'Use the agent', 'Gul Demir').click()
      await dialogBy('Review')(page)
      await page.getByRole('dialog').getByLabel('Expires (optional)').fill('2099-12-03T18:00')
    },
  ],
  ['permissions', '/permissions', 'Permissions'],
  ['budgets', `/hubs/${slug}/budgets`, 'Demo agent'],
  ['files', `/hubs/${slug}/files`, 'Demo agent'],
  ['files-edit', `/hubs/${slug}/files`, 'Demo agent', (page) => edit(page, (text) => text)],
  [
    'files-review',
    `/hubs/${slug}/files`,
    'Demo agent',
    async (page) => {
      await edit(page, (text) => `${text}\nBe brief, and name your sources.\n`)
      await dialogBy('Review…')(page)
      await page.getByText('found no errors').waitFor()
    },
  ],
  [
    'files-wrong',
    `/hubs/${slug}/files`,
    'Demo agent',
    async (page) => {
      await edit(page, (text) => text.replace('---\n', '---\nnam: wrong\n'))
      await dialogBy('Review…')(page)
      await page.getByRole('dialog').getByText('Problems', { exact: true }).waitFor()
    },
  ],
]

const activityPages = (slug: string): ConsolePage[] => [
  ['hub-inbox', `/hubs/${slug}/activity/inbox`, 'Demo agent'],
  ['hub-messages', `/hubs/${slug}/activity/messages`, 'Demo agent'],
  ['hub-traces', `/hubs/${slug}/activity/traces`, 'Demo agent'],
  ['hub-ratings', `/hubs/${slug}/ratings`, 'Demo agent'],
  ['messages', '/messages', 'Messages'],
  ['who-is-who', '/who-is-who', 'Who is who'],
  ['yours', '/yours', 'Your pages'],
]

const recordPages = (slug: string): ConsolePage[] => [
  ['overview-week', `/?period=7d&hub=${slug}`, 'Overview'],
  ['organization', '/organization', 'Organization'],
  ['change-requests', '/change-requests', 'Change requests'],
  ['audit', '/audit', 'Audit'],
  ['audit-filtered', '/audit?outcome=denied&range=custom', 'Audit'],
  ['access-changes', '/access-changes', 'Access changes'],
  [
    'record',
    '/access-changes',
    'Access changes',
    (page) => page.locator('tbody').getByRole('button').first().click(),
  ],
  ['mcp', '/mcp', 'MCP'],
]

async function openRail(page: Page): Promise<void> {
  const open = page.getByRole('button', { name: 'Open navigation' })
  if (!(await open.isVisible())) return
  await open.click()
  await page.getByRole('dialog').getByRole('link').first().waitFor()
}

async function selectTwo(page: Page): Promise<void> {
  for (const name of ['Eve Long', 'Gul Demir']) await page.getByLabel(`Select ${name}`).check()
  await page.getByRole('region', { name: 'Selected people' }).waitFor()
}

async function edit(page: Page, change: (text: string) => string): Promise<void> {
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const text = page.getByRole('textbox', { name: 'Content of agent.md' })
  await text.fill(change(await text.inputValue()))
}

async function seedRequests({ hub, slug, ann, newcomer }: SeededConsole): Promise<void> {
  const asker = await newcomer('Olga Asks')
  await asker.call('POST', '/api/v1/access-requests', { id: slug, note: 'The beds at the wall are mine' })
  await signUp(hub.url, account('Lena Waits Too'))
  const long = { ...account('Long Name'), name: LONG_NAME, sign_in: 'password' }
  await ann.call('POST', '/portal/api/accounts', { ...long, grants: [{ hub: slug, permission: 'use_hub' }] })
  await ann.call('POST', '/portal/api/people/refresh')
  const servers = {
    shop: { url: 'https://example.com/mcp', headers: { Authorization: 'Bearer ${SHOP_TOKEN}' } },
  }
  await writeFile(join(hub.folder, 'mcp.json'), JSON.stringify({ mcpServers: servers }))
  await until(async () => {
    const { items } = await ann.call('GET', '/portal/api/hubs')
    return JSON.stringify(items[0].problems).includes('SHOP_TOKEN')
  })
}

/** Waits, because traces are stored after their answers. */
async function longestTrace({ ann }: SeededConsole): Promise<string> {
  let traces: { trace_id: string; spans: number }[] = []
  await until(async () => {
    traces = (await ann.call('GET', '/portal/api/traces')).items
    return traces.length >= CHATS
  })
  return `/traces/${traces.toSorted((one, other) => other.spans - one.spans)[0]!.trace_id}`
}

/** Waits, because usage is counted after the answer. */
async function setBudgets({ ann, slug }: SeededConsole): Promise<void> {
  await until(async () => (await ann.call('GET', '/portal/api/summary?period=24h')).totals.messages === CHATS)
  const { usage } = await ann.call('GET', `/portal/api/budgets?hub=${slug}`)
  const { tokens } = usage.find(({ period }: { period: string }) => period === 'month')
  const budget = { hub: slug, unit: 'tokens' }
  const limit = Math.floor(tokens / 0.85)
  await ann.call('PUT', '/portal/api/budgets', { ...budget, scope: 'hub', period: 'month', limit })
  const person = { scope: 'person', subject: CLEO.email, period: 'day', limit: 1 }
  await ann.call('PUT', '/portal/api/budgets', { ...budget, ...person })
}
