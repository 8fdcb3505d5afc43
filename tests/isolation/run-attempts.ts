import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Frame, Page } from 'playwright-core'
import { goId } from './attack-page.ts'
import type { Attempt } from './attempts.ts'
import type { Outside } from './outside.ts'

/** What attempts say they got, by their names. */
export type Got = Record<string, string>

/** Pages that are open at the same time. */
const AT_ONCE = 8

/** A page that tries says within a few seconds that it is done. After this one was taken away or ended unseen. */
const TRIAL_TIMEOUT_MS = 20_000

interface Options {
  /** Pages that may be open at the same time. */
  atOnce?: number | undefined
  /** Nothing is expected to take a page away, so that its tab serves for the next attempt too. */
  areStopped?: boolean
  /** Bring a tab from one file to the next; loads it when nothing is said. */
  goOn?: ((tab: Page, address: string) => Promise<unknown>) | undefined
}

/**
 * Open pages with all attempts that can share one, and one for each that needs one of its own, and give what they say
 * they got.
 *
 * @param open Puts a file with these attempts in its place and gives the address to open.
 */
export async function tryAll(
  context: BrowserContext,
  outside: Outside,
  attempts: readonly Attempt[],
  open: (attempts: readonly Attempt[]) => Promise<string>,
  { atOnce = AT_ONCE, areStopped = true, goOn = load }: Options = {},
): Promise<Got> {
  const { ending, shared, apart } = pagesOf(attempts, areStopped)
  // Pages of one site share a process. What makes Chromium end it must take nobody along, so it comes before any tab is
  // kept. Some of what is made together needs the focus.
  const batches = [...ending, ...shared].map((page) => [page])
  for (let next = 0; next < apart.length; next += atOnce) batches.push(apart.slice(next, next + atOnce))
  const got: Got = {}
  const first = context.pages()[0]! // without its last page a browser ends
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

/** Which attempts are made in one page. */
function pagesOf(attempts: readonly Attempt[], areStopped: boolean) {
  const isApart = ({ alone }: Attempt) => alone === 'always' || (alone !== undefined && !areStopped)
  const own = (some: readonly Attempt[]) => some.map((attempt) => [attempt])
  const staying = attempts.filter((attempt) => !attempt.endsPage && !isApart(attempt))
  return {
    ending: own(attempts.filter(({ endsPage }) => endsPage)),
    apart: own(attempts.filter((attempt) => !attempt.endsPage && isApart(attempt))),
    // What is clicked is clicked in a page that nothing else was done to.
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
  // A page that never came to it would have proven nothing.
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

/** The page says so itself; one that is taken away, or that the browser ends, may be gone before. */
async function saidDone(page: Page, attempts: readonly Attempt[]): Promise<Got> {
  const prefix = `done ${attempts[0]!.name} `
  const said = page.waitForEvent('console', {
    predicate: (message) => message.text().startsWith(prefix),
    timeout: 60_000,
  })
  const ended = mayBeGone(attempts) ? Promise.race([said.catch(() => null), wentAway(page)]) : said
  const message = await ended
  said.catch(() => {}) // nobody waits for it any more once the page is gone
  return message ? (JSON.parse(message.text().slice(prefix.length)) as Got) : {}
}

const mayBeGone = ([first, second]: readonly Attempt[]) =>
  second === undefined && (first!.alone !== undefined || first!.endsPage === true) && !first!.click

/** Resolves with null once the attempt took its page or its frame to another address, or was stopped at that. */
async function wentAway(page: Page): Promise<null> {
  const isElsewhere = (frame: Frame) =>
    /^(chrome-error:|https?:\/\/[^/]*\.out\.test)/.test(frame.url()) ||
    (frame === page.mainFrame() && frame.url() === 'about:blank')
  await page.waitForEvent('framenavigated', { predicate: isElsewhere, timeout: 60_000 }).catch(() => {})
  return null
}

/** In the page, or in a frame of it. */
async function clickWherever(page: Page, id: string): Promise<void> {
  for (const frame of page.frames()) {
    const target = frame.locator(`#${id}`)
    if ((await target.count()) > 0) return target.click({ noWaitAfter: true })
  }
  throw new Error(`no ${id} to click in this page`)
}

/** Whatever was set off before has been set off when a plain page after it arrives outside, and asks for something there. */
async function afterwards(page: Page, outside: Outside): Promise<void> {
  const [arrived, asked] = [outside.awaited('/afterwards'), outside.awaited('/asked')]
  await page.goto(`http://afterwards.lan.test:${outside.port}/afterwards`)
  await arrived
  await page.evaluate(() => fetch('/asked').then(({ status }) => status))
  await asked
}
