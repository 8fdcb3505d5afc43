import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds, type Kind } from './kinds.ts'
import { startOutside } from './outside.ts'
import { sharedWorld } from './started-world.ts'
import { openWatchedBrowser } from './watched-browser.ts'

const SERVED: Record<Kind['served'], [type: string, policy: RegExp]> = {
  html: ['text/html; charset=utf-8', /^sandbox allow-scripts; default-src 'none'; /],
  svg: ['image/svg+xml', /^sandbox; default-src 'none'; (?!.*script-src)/],
  xml: ['application/xml', /^sandbox; default-src 'none'; (?!.*script-src)/],
  text: ['text/plain; charset=utf-8', /^sandbox; default-src 'none'; (?!.*script-src)/],
  'image/gif': ['image/gif', /^default-src 'none'; (?!.*script-src)/],
  'image/png': ['image/png', /^default-src 'none'; (?!.*script-src)/],
  'application/pdf': ['application/pdf', /^default-src 'none'; /],
  download: ['application/octet-stream', /^sandbox; default-src 'none'; /],
}

test('no file of any kind runs as us or calls out when it is opened [isolation.kinds]', async (t) => {
  const outside = await startOutside(t)
  const world = await sharedWorld()
  const browser = await openWatchedBrowser(t)
  await browser.context.addCookies([
    { name: 'token', value: world.ann.token, url: world.origin, httpOnly: true, sameSite: 'Lax' },
  ])
  const ran: string[] = []
  const page = await browser.context.newPage()
  page.on('console', (message) => {
    const file = message.location().url.split('?')[0]!.split('/').at(-1)
    if (message.text().startsWith('ran')) ran.push(`${file}: ${message.text()}`)
  })
  page.on('dialog', (dialog) => {
    ran.push(`dialog: ${dialog.message()}`)
    void dialog.dismiss().catch(() => {})
  })
  const shown: string[] = []
  for (const [number, kind] of kinds('HOST').entries()) {
    const { filename, declared, served } = kind
    const host = `kind-${number}.out.test:${outside.port}`
    const content = kinds(host)[number]!.content
    const link =
      world.origin +
      (await world.chatFile(filename, content, declared === undefined ? {} : { type: declared }))
    const { headers } = await fetch(link)
    const [type, policy] = SERVED[served]
    assert.equal(headers.get('content-type'), type, filename)
    assert.match(headers.get('content-security-policy')!, policy, filename)
    assert.match(
      headers.get('content-disposition')!,
      served === 'download' ? /^attachment/ : /^inline/,
      filename,
    )
    if (served !== 'download') shown.push(link)
    await page.goto(link).catch((error: Error) => {
      if (!/Download is starting|ERR_ABORTED/.test(error.message)) throw error
    })
  }
  assert.ok(ran.includes('page.bin: ran null'))
  const openedBefore = world.received.length
  await page.goto(`http://another-site.lan.test:${outside.port}/`)
  await page.evaluate(showInFrames, shown)
  // HTML may run scripts, with an opaque origin.
  assert.deepEqual(
    ran.filter((line) => !line.endsWith('ran null')),
    [],
  )
  const framed = new Set(world.received.slice(openedBefore).map(({ target }) => world.origin + target))
  assert.deepEqual(
    shown.filter((link) => !framed.has(link)),
    [],
    'frames that were not asked for',
  )
  const isOurs = (target: string) => target.startsWith('/artifacts/c1/') || target === '/favicon.ico'
  assert.deepEqual(
    world.received.filter(({ target }) => !isOurs(target)),
    [],
  )
  assert.deepEqual(outside.arrived(), [])
  assert.deepEqual(await browser.attemptsOnTheWire(), [])
})

const showInFrames = (links: readonly string[]) =>
  Promise.all(
    links.map(
      (link) =>
        new Promise((resolve) => {
          const frame = document.createElement('iframe')
          frame.addEventListener('load', resolve)
          frame.src = link
          document.body.append(frame)
        }),
    ),
  ).then(() => null)
