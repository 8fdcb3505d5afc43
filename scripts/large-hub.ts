/**
 * `node bin/check.mjs scripts/large-hub.ts [folder] [--keep]`: measures the Console's largest pages and takes
 * screenshots.
 * `--keep` serves the Hub until Ctrl-C.
 */
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { ensureTestPackage } from '../bin/setup/test-package.mjs'
import { ensureWeb } from '../bin/setup/web.mjs'
import { SIZES, startLargeHub } from './large/hub.ts'

const keep = process.argv.includes('--keep')
const folder = process.argv.slice(2).find((argument) => !argument.startsWith('-'))
const ROUNDS = 3

await ensureWeb()
await ensureTestPackage()
await using started = await startLargeHub((text) => console.log(text))
const { hub, slug, ann } = started
const portal = `${hub.url}/portal`

const PAGES: readonly [name: string, path: string, row: (page: Page) => ReturnType<Page['locator']>][] = [
  ['people', '/people', (page) => page.locator('tbody tr').first()],
  ['matrix', `/hubs/${slug}/access`, (page) => page.locator('tbody tr [role=checkbox]').first()],
  ['permissions', '/permissions', (page) => page.locator('tbody tr').first()],
  ['artifacts', '/artifacts', (page) => page.getByRole('link', { name: /^Report 3/ }).first()],
  ['inbox', `/inbox?hub=${slug}`, (page) => page.getByRole('link', { name: /order: / }).first()],
  ['inbox-pending', `/inbox?hub=${slug}&state=pending`, (page) => page.locator('tbody tr').first()],
]

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
try {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  await context.addCookies([{ name: 'token', value: ann.token, url: hub.url }])
  const page = await context.newPage()
  await page.goto(portal) // caches the assets that all pages share
  for (const [name, path, row] of PAGES) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const start = performance.now()
      await page.goto(portal + path)
      await row(page).waitFor()
      times.push(performance.now() - start)
    }
    console.log(
      `${name.padEnd(16)} first row after ${times.map((time) => `${Math.round(time)} ms`).join(', ')}`,
    )
    if (folder) await page.screenshot({ path: join(folder, `large-${name}.png`) })
  }
} finally {
  await browser.close()
}
if (keep) {
  console.log(
    `${portal}  ${ann.account.email}  ${ann.account.password}  (${Object.values(SIZES).join(', ')})`,
  )
  await new Promise((resolve) => process.once('SIGINT', resolve))
}
