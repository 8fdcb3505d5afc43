import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, test } from 'node:test'
import { sharedWorld } from './started-world.ts'
import { openWatchedBrowser } from './watched-browser.ts'

const FILE = `<!doctype html><title>own title</title><p>the file itself</p>
<script>console.log('ran as ' + self.origin)</script>`

const world = await sharedWorld()
const browser = await openWatchedBrowser({ after })

test('a browser shows the file in its frame and saves it, over https-like and over plain http [isolation.frame-page]', async () => {
  const link = await world.chatFile('Q3 report – “draft”.html', FILE)
  // Browsers treat 127.0.0.1 like HTTPS. For other names over HTTP they send no `Sec-Fetch` headers.
  const plain = new URL(world.origin)
  plain.hostname = 'hub.lan.test'
  for (const origin of [world.origin, plain.origin]) {
    world.received.length = 0
    const page = await browser.context.newPage()
    const ran = page.waitForEvent('console', { predicate: (message) => message.text().startsWith('ran as') })
    await page.goto(origin + link)
    assert.equal((await ran).text(), 'ran as null')
    assert.equal(await page.title(), 'Q3 report – “draft”.html')
    assert.equal(await page.frameLocator('iframe').locator('p').textContent(), 'the file itself')
    const saving = page.waitForEvent('download')
    await page.getByRole('link', { name: 'Download' }).click()
    const saved = await saving
    assert.equal(await readFile(await saved.path(), 'utf8'), FILE)
    assert.equal(saved.suggestedFilename().replaceAll('_', ''), 'Q3 report – “draft”.html')
    const says = world.received.map(({ headers }) => headers['sec-fetch-dest'] !== undefined)
    assert.ok(
      says.every((one) => one === (origin === world.origin)),
      'the two origins differ in what browsers say',
    )
    await page.close()
  }
})

test('the address bar and the page around stay ours for any act of the file [isolation.frame-page]', async () => {
  const address =
    world.origin +
    (await world.chatFile(
      'a.html',
      `<script>history.pushState({}, '', '/portal/'); document.title = 'Sign in'; try { top.document.title = 'Sign in' } catch {}
       try { top.location = '/portal/' } catch {} ; console.log('done')</script>`,
    ))
  const page = await browser.context.newPage()
  const done = page.waitForEvent('console', { predicate: (message) => message.text() === 'done' })
  await page.goto(address)
  await done
  assert.equal(page.url(), address)
  assert.equal(await page.title(), 'a.html')
})
