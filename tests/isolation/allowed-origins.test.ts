import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attackPage } from './attack-page.ts'
import { OUTWARD } from './attempts.ts'
import { startOutside } from './outside.ts'
import { startIsolationWorld } from './started-world.ts'
import { tryAll } from './run-attempts.ts'
import { openWatchedBrowser } from './watched-browser.ts'

test('with one allowed origin a file reaches that one by script, style, image and fetch, and no other [isolation.allowed-origins]', async (t) => {
  const outside = await startOutside(t)
  const allowed = `http://localhost:${outside.port}`
  const world = await startIsolationWorld(t, { SVC_ARTIFACT_ALLOW_ORIGINS: allowed })
  const browser = await openWatchedBrowser(t)
  const page = `<!doctype html><title>x</title>
    <script src="${allowed}/allowed.js"></script><link rel="stylesheet" href="${allowed}/allowed.css"><img src="${allowed}/allowed.gif">
    <script>fetch('${allowed}/allowed.json').finally(() => console.log('fetched'))</script>`
  const tab = await browser.context.newPage()
  const fetched = tab.waitForEvent('console', { predicate: (message) => message.text() === 'fetched' })
  await tab.goto(world.origin + (await world.chatFile('allowed.html', page)))
  await fetched
  const got = outside.requests.map(({ target, headers }) => [headers.host, target].join('')).toSorted()
  assert.deepEqual(
    got,
    ['css', 'gif', 'js', 'json'].map((ending) => `localhost:${outside.port}/allowed.${ending}`),
  )
  assert.ok(
    outside.requests.every(({ headers }) => headers.cookie === undefined && headers.referer === undefined),
  )

  const attempts = OUTWARD.filter(({ name }) =>
    /^(fetch|image|script|link-preconnect|link-dns-prefetch|link-stylesheet|websocket|location|anchor|webrtc-stun)$/.test(
      name,
    ),
  )
  let number = 0
  await tryAll(
    browser.context,
    outside,
    attempts,
    async (some) =>
      world.origin +
      (await world.chatFile(`page-${number++}.html`, attackPage(some, { ...outside, own: world.origin }))),
  )
  const leaving = `<script>console.log('trying leaving'); console.log('done leaving {}'); location = '${allowed}/left?secret'</script>`
  await tryAll(
    browser.context,
    outside,
    [{ name: 'leaving', alone: 'always' }],
    async () => world.origin + (await world.chatFile('leaving.html', leaving)),
  )
  assert.deepEqual(outside.arrived(), [])
  assert.ok(!outside.requests.some(({ target }) => target.startsWith('/left')))
  assert.equal(outside.datagrams(), 0)
  assert.deepEqual(await browser.attemptsOnTheWire(), [])
})
