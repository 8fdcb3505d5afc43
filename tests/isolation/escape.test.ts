import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startRecordingServer } from '../support/recording-server.ts'
import type { BrowserContext, Page } from 'playwright-core'
import { follow } from '../web-console/console-page.ts'
import { attackPage } from './attack-page.ts'
import { INWARD, OUTWARD, type Attempt } from './attempts.ts'
import { startOutside, type Outside } from './outside.ts'
import { sharedWorld, type IsolationWorld } from './started-world.ts'
import { tryAll } from './run-attempts.ts'
import { openWatchedBrowser } from './watched-browser.ts'

interface Place {
  open(filename: string, page: string): Promise<string>
  isOurs?(target: string): boolean
  timesAsked?: number
  atOnce?: number
  goOn?(page: Page, address: string): Promise<unknown>
}

const names = (attempts: readonly Attempt[]) => attempts.map(({ name }) => name).toSorted()

test('without protection the attempts do get out, so that they prove something [isolation.escape]', async (t) => {
  const outside = await startOutside(t)
  const pages: string[] = []
  const bare = await startRecordingServer(t, (request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(pages[Number(request.url!.slice(1))] ?? '')
  })
  const browser = await openWatchedBrowser(t)
  const open = async (attempts: readonly Attempt[]) => {
    const number = pages.push(attackPage(attempts, { ...outside, own: bare.url })) - 1
    return `${bare.url}/${number}`
  }
  await tryAll(browser.context, outside, OUTWARD, open, { areStopped: false })
  const seen = new Set([...outside.arrived(), ...(await browser.attemptsOnTheWire())])
  assert.deepEqual(
    names(OUTWARD.filter(({ name }) => !seen.has(name))),
    names(OUTWARD.filter(({ inertBecause }) => inertBecause)),
  )
  assert.ok(outside.datagrams() > 0)
})

const places: Record<string, (world: IsolationWorld) => Place> = {
  'a chat file opened by its link': (world) => ({
    open: async (filename, page) => world.origin + (await world.chatFile(filename, page)),
    isOurs: (target) => /^\/artifacts\/c1\/page-\d+\.html\?/.test(target),
    timesAsked: 2,
  }),
  'a published file in its viewer': (world) => ({
    open: async (filename, page) =>
      `${world.origin}/portal/artifacts/${(await world.published(filename, page)).id}`,
    atOnce: 2, // each page uses two of a browser's six connections, and needs a third for a moment
    goOn: follow,
  }),
  'a published file behind a public link': (world) => ({
    open: async (filename, page) => (await world.published(filename, page)).share(),
    atOnce: 3,
    goOn: (page, address) => page.evaluate((to) => void (window.location.href = to), address),
  }),
}

const world = await sharedWorld()

/** A single browser runs all attempts, because its network log is complete only after it has closed. */
async function tryEverywhere(t: TestContext) {
  const browser = await openWatchedBrowser(t)
  await browser.context.addCookies([
    { name: 'token', value: world.ann.token, url: world.origin, httpOnly: true, sameSite: 'Lax' },
  ])
  const tries = new Map<string, Awaited<ReturnType<typeof tryIn>>>()
  for (const [title, placeIn] of Object.entries(places))
    tries.set(title, await tryIn(placeIn(world), browser.context, await startOutside(t)))
  return { tries, onTheWire: await browser.attemptsOnTheWire() }
}
let everywhere: ReturnType<typeof tryEverywhere> | undefined

async function tryIn(place: Place, context: BrowserContext, outside: Outside) {
  world.received.length = 0
  let pages = 0
  const got = await tryAll(
    context,
    outside,
    [...INWARD, ...OUTWARD],
    async (attempts) =>
      place.open(`page-${pages++}.html`, attackPage(attempts, { ...outside, own: world.origin })),
    place,
  )
  const left = { got, arrived: outside.arrived(), datagrams: outside.datagrams() }
  return { place, pages, left, received: [...world.received] }
}

/** The first test that runs performs all attempts, which is slow. */
const LONG = { timeout: 300_000 }
for (const title of Object.keys(places)) {
  test(`${title} reaches nothing outside and nothing of ours [isolation.escape]`, LONG, async (t) => {
    const { tries, onTheWire } = await (everywhere ??= tryEverywhere(t))
    const { place, pages, left, received } = tries.get(title)!
    assert.deepEqual(left, { got: {}, arrived: [], datagrams: 0 })
    assert.deepEqual(onTheWire, [])
    const targets = received.map(({ target }) => target)
    assert.deepEqual(
      targets.filter((target) => target.includes('attack')),
      [],
    )
    const { isOurs, timesAsked } = place
    if (isOurs && timesAsked) {
      assert.deepEqual(
        targets.filter((target) => !isOurs(target)),
        [],
      )
      assert.equal(targets.length, timesAsked * pages)
    }
  })
}
