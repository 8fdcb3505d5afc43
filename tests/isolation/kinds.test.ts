import assert from 'node:assert/strict'
import { test } from 'node:test'
import { kinds, type Kind } from './kinds.ts'
import { startOutside } from './outside.ts'
import { startIsolationWorld } from './started-world.ts'
import { openWatchedBrowser } from './watched-browser.ts'

/** Type and policy that each way of serving means. */
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
  const world = await startIsolationWorld(t)
  const browser = await openWatchedBrowser(t)
  await browser.context.addCookies([
    { name: 'token', value: world.ann.token, url: world.origin, httpOnly: true, sameSite: 'Lax' },
  ])
  const ran: string[] = []
  let opened = ''
  const page = await browser.context.newPage()
  page.on('console', (message) => {
    if (message.text().startsWith('ran')) ran.push(`${opened}: ${message.text()}`)
  })
  page.on('dialog', (dialog) => {
    ran.push(`${opened}: ${dialog.message()}`)
    void dialog.dismiss().catch(() => {})
  })
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

    for (const address of [link, `data:text/html,<iframe src="${link}"></iframe>`]) {
      opened = filename
      await page.goto(address).catch((error: Error) => {
        if (!/Download is starting|ERR_ABORTED/.test(error.message)) throw error
      })
    }
  }
  // HTML may run, with an origin of its own.
  assert.deepEqual(
    ran.filter((line) => !line.endsWith('ran null')),
    [],
  )
  assert.ok(ran.some((line) => line === 'page.bin: ran null'))
  const isOurs = (target: string) => target.startsWith('/artifacts/c1/') || target === '/favicon.ico'
  assert.deepEqual(
    world.received.filter(({ target }) => !isOurs(target)),
    [],
  )
  assert.deepEqual(outside.arrived(), [])
  assert.deepEqual(await browser.attemptsOnTheWire(), [])
})
