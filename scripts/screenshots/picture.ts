import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'

const FOLDER = join(import.meta.dirname, '../../docs/images')

/** Keeps each picture of the documentation below 100 kB. */
export const SMALL = {
  viewport: { width: 960, height: 640 },
  deviceScaleFactor: 1,
  colorScheme: 'light',
} as const satisfies BrowserContextOptions

/** Takes a screenshot after fonts have loaded and finite animations have ended. */
export async function picture(page: Page, name: string, folder = FOLDER): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate(async () => {
    await document.fonts.ready
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime))
    await Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)))
  })
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}
