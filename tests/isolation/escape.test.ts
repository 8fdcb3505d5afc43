import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { startRecordingServer } from '../support/recording-server.ts'
import { attackPage } from './attack-page.ts'
import { INWARD, OUTWARD, type Attempt } from './attempts.ts'
import { startOutside } from './outside.ts'
import { startIsolationWorld, type IsolationWorld } from './started-world.ts'
import { tryAll } from './tried.ts'
import { openWatchedBrowser } from './watched-browser.ts'

interface Place {
  /** Put an HTML file there and give the address to open. */
  open(filename: string, page: string): Promise<string>
  /** Whether an address of the Hub is asked for by showing such a file, where no page of the app does the showing. */
  isOurs?(target: string): boolean
  /** How often it is asked for. */
  timesAsked?: number
  /** Pages that may be open at the same time. */
  atOnce?: number
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

/** Everywhere a file is shown. */
const places: Record<string, (world: IsolationWorld) => Place> = {
  'a chat file opened by its link': (world) => ({
    open: async (filename, page) => world.origin + (await world.chatFile(filename, page)),
    isOurs: (target) => /^\/artifacts\/c1\/page-\d+\.html\?/.test(target),
    timesAsked: 2,
  }),
  'a published file in its viewer': (world) => ({
    open: async (filename, page) =>
      `${world.origin}/portal/artifacts/${(await world.published(filename, page)).id}`,
    atOnce: 4, // each keeps one of a browser's six connections
  }),
  'a published file behind a public link': (world) => ({
    open: async (filename, page) => (await world.published(filename, page)).share(),
  }),
}

const world = await startIsolationWorld({ after })

for (const [title, placeIn] of Object.entries(places)) {
  test(`${title} reaches nothing outside and nothing of ours [isolation.escape]`, async (t) => {
    const outside = await startOutside(t)
    const { open, isOurs, timesAsked, atOnce } = placeIn(world)
    world.received.length = 0
    const browser = await openWatchedBrowser(t)
    await browser.context.addCookies([
      { name: 'token', value: world.ann.token, url: world.origin, httpOnly: true, sameSite: 'Lax' },
    ])
    let number = 0
    const got = await tryAll(
      browser.context,
      outside,
      [...INWARD, ...OUTWARD],
      async (attempts) =>
        open(`page-${number++}.html`, attackPage(attempts, { ...outside, own: world.origin })),
      { atOnce },
    )
    assert.deepEqual(got, {})
    assert.deepEqual(outside.arrived(), [])
    assert.equal(outside.datagrams(), 0)
    assert.deepEqual(await browser.attemptsOnTheWire(), [])
    const targets = world.received.map(({ method, target }) => `${method} ${target}`)
    assert.deepEqual(
      targets.filter((target) => target.includes('attack')),
      [],
    )
    if (isOurs && timesAsked) {
      assert.deepEqual(
        world.received.filter(({ target }) => !isOurs(target)),
        [],
      )
      assert.equal(targets.length, timesAsked * number)
    }
  })
}
