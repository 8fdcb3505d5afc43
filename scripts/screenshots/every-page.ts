import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { heading } from '../../tests/web-console/console-page.ts'
import {
  BOB,
  CLEO,
  startSeeded,
  until,
  type StartedConsole,
} from '../../tests/web-console/started-console.ts'
import { startWork, type StartedWork } from '../../tests/web-console/started-work.ts'
import { startArtifacts } from '../../tests/web-artifacts/started-artifacts.ts'
import { artifactPages } from './artifact-pages.ts'
import { takeChatPages } from './chat-pages.ts'
import { startConnectionPages } from './connection-pages.ts'
import { picture } from './picture.ts'

/** How many chats there are, of one message each. */
const CHATS = 4

const WIDTHS: Readonly<Record<string, BrowserContextOptions>> = {
  desktop: { viewport: { width: 1280, height: 800 } },
  tablet: { viewport: { width: 820, height: 1000 }, hasTouch: true },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true },
}

/** Every page of the Console and the web chat in three widths and both themes, as `<folder>/<page>-<width>-<theme>.png`, to look at. */
export async function takeEveryPage(browser: Browser, folder: string): Promise<void> {
  await takeAccessPages(browser, folder)
  await takeWorkPages(browser, folder)
  await takeArtifactPages(browser, folder)
  await takeConnectionPages(browser, folder)
  await takeChatPages(browser, folder, WIDTHS)
}

async function takeConnectionPages(browser: Browser, folder: string): Promise<void> {
  await using started = await startConnectionPages()
  await takePages(browser, folder, started, started.pages)
}

async function takeArtifactPages(browser: Browser, folder: string): Promise<void> {
  await using started = await startArtifacts()
  await takePages(browser, folder, started, await artifactPages(started))
}

async function takeAccessPages(browser: Browser, folder: string): Promise<void> {
  await using started = await startSeeded()
  await setBudgets(started)
  const trace = await longestTrace(started)
  await takePages(browser, folder, started, [
    ...pagesOf(started.slug),
    ['traces-some', '/traces', 'Traces'],
    ['trace', trace, 'Demo agent'],
    ['trace-step', trace, 'Demo agent', (page) => page.getByRole('table').getByRole('button').last().click()],
  ])
}

async function takeWorkPages(browser: Browser, folder: string): Promise<void> {
  await using started = await startWork()
  const { ann, slug, deliver } = started
  for (const order of [1, 2, 3]) await deliver({ order, item: 'Lavender' }, '?type=order')
  const run = await finishedRun(started)
  const { items } = await ann.call('GET', `/portal/api/inbox/events?hub=${slug}&state=processed`)
  await takePages(browser, folder, started, [
    ['workflows', '/workflows', 'Workflows'],
    ['runs', '/runs', 'Runs'],
    ['run', `/runs/${slug}/${encodeURIComponent(run)}`, 'orders'],
    ['inbox', `/inbox?hub=${slug}`, 'Inbox'],
    ['event', `/inbox/${items[0].event}?hub=${slug}&state=processed`, 'Event'],
    ['memory', '/memory', 'Memory'],
    ['traces', '/traces', 'Traces'],
  ])
}

async function takePages(
  browser: Browser,
  folder: string,
  { hub, ann }: { hub: { url: string }; ann: { token: string } },
  pages: readonly Shown[],
): Promise<void> {
  for (const [width, options] of Object.entries(WIDTHS))
    for (const colorScheme of ['light', 'dark'] as const) {
      const context = await browser.newContext({ ...options, colorScheme })
      await context.addCookies([{ name: 'token', value: ann.token, url: hub.url }])
      const page = await context.newPage()
      for (const [name, path, title, open] of pages) {
        await page.goto(`${hub.url}/portal${path}`)
        await heading(page, title).waitFor()
        await page.locator('.animate-breathe').first().waitFor({ state: 'detached' })
        await open?.(page)
        await picture(page, `${name}-${width}-${colorScheme}`, folder)
      }
      await context.close()
    }
}

type Shown = [name: string, path: string, title: string, open?: (page: Page) => Promise<unknown>]

const pagesOf = (slug: string): Shown[] => [
  ['overview', '/', 'Overview'],
  ['overview-week', `/?period=7d&hub=${slug}`, 'Overview'],
  ['people', '/people', 'People'],
  ['people-no-match', '/people?q=nobody-at-all', 'People'],
  [
    'create-account',
    '/people',
    'People',
    (page) => page.getByRole('button', { name: 'Create account' }).click(),
  ],
  ['person', `/people/${BOB.email}`, BOB.name],
  ['person-pending', '/people/kim.waits@example.org', 'Kim Waits'],
  ['hubs', '/hubs', 'Hubs'],
  ['hub', `/hubs/${slug}`, 'Demo agent'],
  ['budgets', `/hubs/${slug}/budgets`, 'Budgets'],
  ['organization', '/organization', 'Organization'],
  ['change-requests', '/change-requests', 'Change requests'],
  ['audit', '/audit', 'Audit'],
  ['audit-filtered', '/audit?outcome=denied&range=custom', 'Audit'],
  ['access-changes', '/access-changes', 'Access changes'],
  [
    'record',
    '/access-changes',
    'Access changes',
    (page) => page.getByRole('table').getByRole('button').first().click(),
  ],
  ['mcp', '/mcp', 'MCP'],
  ['not-found', '/nowhere', 'Page not found'],
]

/** Address of the trace with the most steps; they are stored after the answers. */
async function longestTrace({ ann }: StartedConsole): Promise<string> {
  let traces: { trace_id: string; spans: number }[] = []
  await until(async () => {
    traces = (await ann.call('GET', '/portal/api/traces')).items
    return traces.length >= CHATS
  })
  return `/traces/${traces.toSorted((one, other) => other.spans - one.spans)[0]!.trace_id}`
}

/** One that nearly is used up, and one that is. What the last of the chats used is counted after its answer. */
async function setBudgets({ ann, slug }: StartedConsole): Promise<void> {
  await until(async () => (await ann.call('GET', '/portal/api/summary?period=24h')).totals.messages === CHATS)
  const { usage } = await ann.call('GET', `/portal/api/budgets?hub=${slug}`)
  const { tokens } = usage.find(({ period }: { period: string }) => period === 'month')
  const budget = { hub: slug, unit: 'tokens' }
  const limit = Math.floor(tokens / 0.85)
  await ann.call('PUT', '/portal/api/budgets', { ...budget, scope: 'hub', period: 'month', limit })
  const person = { scope: 'person', subject: CLEO.email, period: 'day', limit: 1 }
  await ann.call('PUT', '/portal/api/budgets', { ...budget, ...person })
}

/** A run of the deliveries; a batch is taken one second after the last of them. */
async function finishedRun({ ann }: StartedWork): Promise<string> {
  let run: string | null = null
  await until(async () => {
    const { items } = await ann.call('GET', '/portal/api/runs?status=succeeded')
    run = items[0]?.id ?? null
    return run !== null
  })
  return run!
}
