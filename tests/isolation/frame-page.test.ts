import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestBridge, type TestBridge } from '../support/bridge.ts'
import { testClock } from '../support/clock.ts'
import { savedLink, upload } from './saved-file.ts'

const OPENED = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }
const FRAMED = { 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' }
/** Headers over plain HTTP, where browsers send no `Sec-Fetch` headers. */
const PLAIN = { 'upgrade-insecure-requests': '1', accept: 'text/html,*/*;q=0.8' }

const FILE = '<p>the file itself</p>'

const open = (bridge: TestBridge, link: string, headers: Record<string, string> = {}) =>
  fetch(new URL(link, bridge.url), { headers })

const addressesIn = (page: string, link: string) => {
  const address = (pattern: RegExp) => {
    const text = pattern.exec(page)![1]!.replaceAll('&#38;', '&')
    const { pathname, search } = new URL(text, new URL(link, 'http://hub.test'))
    return pathname + search
  }
  return { source: address(/<iframe[^>]* src="([^"]*)"/), download: address(/<a href="([^"]*)"/) }
}

test('HTML opened directly is shown by our page with the file in a sandboxed frame [isolation.frame-page]', async (t) => {
  for (const ttl of [{}, { SVC_ARTIFACT_LINK_TTL: '3600' }] as Record<string, string>[]) {
    const bridge = await startTestBridge(t, { environment: ttl })
    const link = await savedLink(bridge, 'page.html', FILE)
    for (const headers of [OPENED, PLAIN]) {
      const page = await (await open(bridge, link, headers)).text()
      assert.match(page, /<iframe sandbox="allow-scripts" /)
      assert.doesNotMatch(page, /the file itself|<script|allow-same-origin/)
      const { source, download } = addressesIn(page, link)
      const asked = headers === PLAIN ? PLAIN : FRAMED
      const inside = await open(bridge, source, asked)
      assert.equal(await inside.text(), FILE)
      assert.match(inside.headers.get('content-security-policy')!, /^sandbox allow-scripts; /)
      const saved = await open(bridge, download, headers)
      assert.equal(await saved.text(), FILE)
      assert.match(saved.headers.get('content-disposition')!, /^attachment; filename="page.html"/)
    }
  }
})

test('programs and frames get the file as it is [isolation.frame-page]', async (t) => {
  const bridge = await startTestBridge(t)
  const link = await savedLink(bridge, 'page.html', FILE)
  const asked: Record<string, string>[] = [
    {},
    FRAMED,
    { accept: 'text/html' },
    { 'sec-fetch-dest': 'empty' },
    { 'sec-fetch-dest': 'image' },
  ]
  for (const headers of asked) assert.equal(await (await open(bridge, link, headers)).text(), FILE)
})

test('only documents that can act are framed [isolation.frame-page]', async (t) => {
  const bridge = await startTestBridge(t)
  for (const [name, isFramed] of [
    ['a.html', true],
    ['a.xhtml', true],
    ['a.svg', true],
    ['a.xml', true],
    ['a.txt', false],
    ['a.md', false],
    ['a.json', false],
    ['a.js', false],
    ['a.png', false],
    ['a.mp4', false],
    ['a.pdf', false],
    ['a.zip', false],
  ] as const) {
    const body = await (await open(bridge, await savedLink(bridge, name, FILE), OPENED)).text()
    assert.equal(body.includes('<iframe'), isFramed, name)
  }
})

test('a link that pretends to be inside a frame is framed anyway [isolation.frame-page]', async (t) => {
  const clock = testClock()
  const bridge = await startTestBridge(t, { clock })
  const link = await savedLink(bridge, 'page.html', FILE)
  const other = await savedLink(bridge, 'other.html', 'other')
  const { source } = addressesIn(await (await open(bridge, link, PLAIN)).text(), link)
  const foreign = addressesIn(await (await open(bridge, other, PLAIN)).text(), other).source
  const mark = new URL(foreign, bridge.url).searchParams.get('frame')!
  assert.match(await (await open(bridge, source, OPENED)).text(), /<iframe/)
  for (const pretended of ['frame=1', 'frame=', `frame=${mark}`, 'frame=x&frame=y'])
    assert.match(await (await open(bridge, `${link}&${pretended}`, PLAIN)).text(), /<iframe/, pretended)
  assert.equal(await (await open(bridge, source, PLAIN)).text(), FILE)
  clock.advance(601_000)
  assert.match(await (await open(bridge, source, PLAIN)).text(), /<iframe/)
})

test('a mark opens nothing without a link [isolation.frame-page]', async (t) => {
  const bridge = await startTestBridge(t)
  const link = await savedLink(bridge, 'page.html', FILE)
  const { source } = addressesIn(await (await open(bridge, link, PLAIN)).text(), link)
  const url = new URL(source, bridge.url)
  url.searchParams.delete('t')
  assert.equal((await fetch(url)).status, 401)
})

test('the frame page runs nothing, loads nothing, and only our pages frame it [isolation.frame-page]', async (t) => {
  const bridge = await startTestBridge(t)
  const { headers } = await open(bridge, await savedLink(bridge, 'page.html', FILE), OPENED)
  const policy = headers.get('content-security-policy')!
  assert.match(
    policy,
    /^default-src 'none'; style-src 'sha256-[^ ']+'; img-src data:; frame-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'$/,
  )
  assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin')
  assert.equal(headers.get('cache-control'), 'private, no-store')
  assert.equal(headers.get('referrer-policy'), 'no-referrer')
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('connection-allowlist'), '(response-origin)')
})

test('a name can’t break out of the frame page [isolation.frame-page]', async (t) => {
  const bridge = await startTestBridge(t)
  const name = `a"><script>alert(1)<\u2044script>&amp;'.html`
  await upload(bridge, name, FILE)
  const response = await bridge.fetch(`/artifacts/c1/${encodeURIComponent(name)}`, { headers: OPENED })
  const page = await response.text()
  assert.match(page, /<iframe/)
  assert.doesNotMatch(page, /<script/)
  assert.match(page, /<title>a&#34;&#62;&#60;script&#62;/)
})
