// `node bin/check.mjs scripts/draw-icons.ts`: draws the app icons of the web chat from its logo.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import { wholeChromium } from '../tests/support/browser.ts'

const PUBLIC = join(import.meta.dirname, '../web/chat/public')
const GROUND = '#3f5bd0'

/** Operating systems crop maskable icons, so the logo takes only the middle part. */
const ICONS = [
  { name: 'icon-192', size: 192, part: 1 },
  { name: 'icon-512', size: 512, part: 1 },
  { name: 'maskable-512', size: 512, part: 0.8 },
  { name: 'touch-180', size: 180, part: 0.9 },
] as const

const mark = (await readFile(join(PUBLIC, 'favicon.svg'), 'utf8')).replace(
  '<svg ',
  '<svg width="100%" height="100%" ',
)
await mkdir(join(PUBLIC, 'icons'), { recursive: true })
const browser = await chromium.launch(wholeChromium())
for (const { name, size, part } of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const inset = (size * (1 - part)) / 2
  const ground = part === 1 ? 'transparent' : GROUND
  await page.setContent(
    `<body style="margin:0;background:${ground}"><div style="position:fixed;inset:${inset}px">${mark}</div>`,
  )
  await writeFile(join(PUBLIC, 'icons', `${name}.png`), await page.screenshot({ omitBackground: true }))
  await page.close()
}
await browser.close()
