import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { allFindings, isTooWide } from '../support/accessibility.ts'
import { signUp } from '../support/console-person.ts'
import { runHub } from '../support/running-hub.ts'
import { openConsole } from '../web-console/console-page.ts'

const PICTURES = process.env['PICTURES']
const ANN = { name: 'Ann', email: 'ann@example.org', password: 'correct horse battery' }

test('a Hub’s page shows the problems in its folder, at every width, until they are fixed [hub.problems-page]', async () => {
  await using hub = await runHub()
  const ann = await signUp(hub.url, ANN)
  const { slug } = hub.ready.hubs[0]!
  const write = async (count: number) => {
    const servers = Array.from({ length: count }, (_, n) => [
      `server-${n}`,
      { url: `https://example.com/mcp`, headers: { Authorization: `Bearer \${NOT_SET_${n}}` } },
    ])
    await writeFile(
      join(hub.folder, 'mcp.json'),
      JSON.stringify({ mcpServers: Object.fromEntries(servers) }, null, 1),
    )
  }
  const problemsAre = async (count: number) => {
    for (let tries = 0; tries < 150; tries++) {
      const { items } = await ann.call('GET', '/portal/api/hubs')
      if (items[0].problems.length === count) return
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    assert.fail(`there never were ${count} problems`)
  }
  await write(7)
  await problemsAre(7)
  for (const width of [390, 1440]) {
    await using opened = await openConsole(hub.url, ann.token, { width, height: 900 })
    const { page } = opened
    await page.goto(`${hub.url}/portal/hubs/${slug}`)
    await page.getByText('7 problems in this Hub’s folder').waitFor()
    await page.getByText('server-0 NOT_SET_0 is not set; add it to .env').waitFor()
    assert.equal(await page.getByText('server-5').count(), 0)
    assert.equal(await isTooWide(page), false, `at ${width}`)
    if (PICTURES) await page.screenshot({ path: join(PICTURES, `problems-${width}.png`) })
    assert.deepEqual(await allFindings(page), [])
    await page.getByRole('button', { name: 'Show 2 more' }).click()
    await page.getByText('server-6 NOT_SET_6 is not set').waitFor()
    if (width === 390) continue
    await page.goto(`${hub.url}/portal/hubs`)
    await page.getByRole('button', { name: /^7 problems in .*’s files/ }).click()
    await page.getByRole('dialog').getByText('server-6 NOT_SET_6 is not set').waitFor()
    await page.goto(`${hub.url}/portal/`)
    await page.getByText(/^7 problems in .+’s files/).waitFor()
    await page.goto(`${hub.url}/portal/hubs/${slug}`)
    await write(0)
    await problemsAre(0)
    await page.reload()
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('heading', { name: 'Last runs' }).waitFor()
    assert.equal(await page.getByText('wrong in this Hub’s folder').count(), 0)
  }
})
