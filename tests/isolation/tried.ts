import { setTimeout as wait } from 'node:timers/promises'
import type { BrowserContext, Frame, Page } from 'playwright-core'
import type { Attempt } from './attempts.ts'
import type { Outside } from './outside.ts'

/** What attempts say they got, by their names. */
export type Got = Record<string, string>

/** Pages with one attempt each that are open at the same time. */
const AT_ONCE = 8

/** A page that tries says within a few seconds that it is done. After this one was taken away or ended unseen. */
const LONGEST_TRIAL_MS = 20_000

/**
 * Open a page with all attempts that can share it, and one for each that needs one of its own, and give what they say
 * they got.
 *
 * @param open Puts a file with these attempts in its place and gives the address to open.
 * @param options.atOnce Pages with one attempt each that may be open at the same time.
 * @param options.areStopped Nothing is expected to take a page away, so that its tab serves for the next attempt too.
 */
export async function tryAll(
  context: BrowserContext,
  outside: Outside,
  attempts: readonly Attempt[],
  open: (attempts: readonly Attempt[]) => Promise<string>,
  { atOnce = AT_ONCE, areStopped = true }: { atOnce?: number | undefined; areStopped?: boolean } = {},
): Promise<Got> {
  const together = attempts.filter(({ alone, endsPage }) => !alone && !endsPage)
  const ending = attempts.filter(({ endsPage }) => endsPage).map((attempt) => [[attempt]])
  const apart = attempts.filter(({ alone, endsPage }) => alone && !endsPage).map((attempt) => [attempt])
  // Pages of one site share a process. What makes Chromium end it must take nobody along, so it comes before any tab is kept.
  const batches: (readonly Attempt[])[][] = together.length > 0 ? [...ending, [together]] : ending
  for (let next = 0; next < apart.length; next += atOnce) batches.push(apart.slice(next, next + atOnce))
  const got: Got = {}
  const first = context.pages()[0]! // without its last page a browser ends
  const tabs: Page[] = []
  for (const batch of batches) {
    const visits = batch.map(async (some, index) => {
      const address = await open(some)
      const mayLast = areStopped && !some.some(({ endsPage }) => endsPage)
      const tab = (mayLast && tabs[index]) || (await openTab(context))
      if (mayLast) tabs[index] = tab
      return visit(tab, some, address)
    })
    Object.assign(got, ...(await Promise.all(visits)))
    await afterwards(first, outside)
    for (const page of context.pages()) if (page !== first && !tabs.includes(page)) await page.close()
  }
  for (const tab of tabs) await tab.close()
  return got
}

async function openTab(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  page.on('dialog', (dialog) => void dialog.accept('typed').catch(() => {}))
  return page
}

async function visit(page: Page, attempts: readonly Attempt[], address: string): Promise<Got> {
  // A page that never came to it would have proven nothing.
  const trying = page.waitForEvent('console', {
    predicate: (message) => message.text() === `trying ${attempts[0]!.name}`,
    timeout: 60_000,
  })
  const done = saidDone(page, attempts)
  await Promise.all([trying, page.goto(address, { waitUntil: 'commit' })])
  const got = await (mayBeGone(attempts)
    ? Promise.race([done, wait(LONGEST_TRIAL_MS, {}, { ref: false })])
    : done)
  if (attempts.some(({ click }) => click)) await clickWherever(page)
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

const mayBeGone = (attempts: readonly Attempt[]) =>
  attempts.some(({ alone, endsPage, click }) => (alone || endsPage) && !click)

/** Resolves with null once the attempt took its page or its frame to another address, or was stopped at that. */
async function wentAway(page: Page): Promise<null> {
  const isElsewhere = (frame: Frame) =>
    /^(chrome-error:|https?:\/\/[^/]*\.out\.test)/.test(frame.url()) ||
    (frame === page.mainFrame() && frame.url() === 'about:blank')
  await page.waitForEvent('framenavigated', { predicate: isElsewhere, timeout: 60_000 }).catch(() => {})
  return null
}

/** In the page, or in a frame of it. */
async function clickWherever(page: Page): Promise<void> {
  for (const frame of page.frames()) {
    const target = frame.locator('#go')
    if ((await target.count()) > 0) return target.click({ noWaitAfter: true })
  }
  throw new Error('nothing to click in this page')
}

/** Whatever was set off before has been set off when a plain page after it arrives outside, twice. */
async function afterwards(page: Page, outside: Outside): Promise<void> {
  for (const turn of [1, 2]) {
    const arrived = outside.awaited('/afterwards')
    await page.goto(`http://afterwards.lan.test:${outside.port}/afterwards?${turn}`)
    await arrived
  }
}
