import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Frame, Page } from 'playwright-core'
import { goId } from './attack-page.ts'
import type { Attempt } from './attempts.ts'
import type { Outside } from './outside.ts'

export type Got = Record<string, string>

const AT_ONCE = 8

/** A page logs `done` within seconds. After this time the page counts as ended. */
const TRIAL_TIMEOUT_MS = 20_000

interface Options {
  atOnce?: number | undefined
  areStopped?: boolean
  goOn?: ((tab: Page, address: string) => Promise<unknown>) | undefined
}

/** @param open Stores a file with these attempts, and returns its address. @returns Data that attempts read */
export async function tryAll(
  context: BrowserContext,
  outside: Outside,
  attempts: readonly Attempt[],
  open: (attempts: readonly Attempt[]) => Promise<string>,
  { atOnce = AT_ONCE, areStopped = true, goOn = load }: Options = {},
): Promise<Got> {
  const { ending, shared, apart } = pagesOf(attempts, areStopped)
  const batches = [...ending, ...shared].map((page) => [page])
  for (let next = 0; next < apart.length; next += atOnce) batches.push(apart.slice(next, next + atOnce))
  const got: Got = {}
  const first = context.pages()[0]! // stays open, because the browser exits when its last page closes
  const tabs: Page[] = []
  for (const batch of batches) {
    const visits = batch.map(async (some, index) => {
      const address = await open(some)
      const mayLast = areStopped && !some.some(({ endsPage }) => endsPage)
      const kept = mayLast ? tabs[index] : undefined
      const tab = kept ?? (await openTab(context))
      if (mayLast) tabs[index] = tab
      return visit(tab, some, () => (kept ? goOn : load)(tab, address))
    })
    Object.assign(got, ...(await Promise.all(visits)))
    await afterwards(first, outside)
    for (const page of context.pages()) if (page !== first && !tabs.includes(page)) await page.close()
  }
  for (const tab of tabs) await tab.close()
  return got
}

function pagesOf(attempts: readonly Attempt[], areStopped: boolean) {
  const isApart = ({ alone }: Attempt) => alone === 'always' || (alone !== undefined && !areStopped)
  const own = (some: readonly Attempt[]) => some.map((attempt) => [attempt])
  const staying = attempts.filter((attempt) => !attempt.endsPage && !isApart(attempt))
  return {
    ending: own(attempts.filter(({ endsPage }) => endsPage)),
    apart: own(attempts.filter((attempt) => !attempt.endsPage && isApart(attempt))),
    // Attempts with `click` or `alone` need a page without the other attempts.
    shared: [
      staying.filter(({ click, alone }) => !click && !alone),
      staying.filter(({ click, alone }) => click || alone),
    ].filter((page) => page.length > 0),
  }
}

const load = (tab: Page, address: string) => tab.goto(address, { waitUntil: 'commit' })

async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.accept('typed').catch(() => {}))
  return page
}

async function visit(page: Page, attempts: readonly Attempt[], go: () => Promise<unknown>): Promise<Got> {
  // Fails if the page never starts, because such a page proves nothing.
  const trying = page.waitForEvent('console', {
    predicate: (message) => message.text() === `trying ${attempts[0]!.name}`,
    timeout: 60_000,
  })
  const done = saidDone(page, attempts)
  await Promise.all([trying, go()])
  const got = await (mayBeGone(attempts)
    ? Promise.race([done, wait(TRIAL_TIMEOUT_MS, {}, { ref: false })])
    : done)
  for (const { name, click } of attempts) if (click) await clickWherever(page, goId(name))
  return got
}

/** Waits for the page's `done`. A page that navigates or ends does not always log it. */
async function saidDone(page: Page, attempts: readonly Attempt[]): Promise<Got> {
  const prefix = `done ${attempts[0]!.name} `
  const output = page.waitForEvent('console', {
    predicate: (message) => message.text().startsWith(prefix),
    timeout: 60_000,
  })
  const ended = mayBeGone(attempts) ? Promise.race([output.catch(() => null), wentAway(page)]) : output
  const message = await ended
  output.catch(() => {}) // ignores the later timeout of a page that has navigated or ended
  return message ? (JSON.parse(message.text().slice(prefix.length)) as Got) : {}
}

const mayBeGone = ([first, second]: readonly Attempt[]) =>
  second === undefined && (first!.alone !== undefined || first!.endsPage === true) && !first!.click

/** Resolves with null when the page or its frame has navigated or was blocked from navigating. */
async function wentAway(page: Page): Promise<null> {
  const isElsewhere = (frame: Frame) =>
    /^(chrome-error:|https?:\/\/[^/]*\.out\.test)/.test(frame.url()) ||
    (frame === page.mainFrame() && frame.url() === 'about:blank')
  await page.waitForEvent('framenavigated', { predicate: isElsewhere, timeout: 60_000 }).catch(() => {})
  return null
}

async function clickWherever(page: Page, id: string): Promise<void> {
  for (const frame of page.frames()) {
    const target = frame.locator(`#${id}`)
    if ((await target.count()) > 0) return target.click({ noWaitAfter: true })
  }
  throw new Error(`no ${id} to click in this page`)
}

/** Opens a page and waits for its request: by then, all earlier requests have been sent. */
async function afterwards(page: Page, outside: Outside): Promise<void> {
  const [arrived, asked] = [outside.awaited('/afterwards'), outside.awaited('/asked')]
  await page.goto(`http://afterwards.lan.test:${outside.port}/afterwards`)
  await arrived
  await page.evaluate(() => fetch('/asked').then(({ status }) => status))
  await asked
}
