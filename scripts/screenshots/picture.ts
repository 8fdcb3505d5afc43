import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const FOLDER = join(import.meta.dirname, '../../docs/images')

/** Keep what a page shows, once nothing moves any more, as `docs/images/<name>.png`. */
export async function picture(page: Page, name: string): Promise<void> {
  await page.mouse.move(0, 0)
  await page.evaluate(async () => {
    await document.fonts.ready
    await Promise.all(document.getAnimations().map(({ finished }) => finished.catch(() => undefined)))
  })
  await mkdir(FOLDER, { recursive: true })
  await page.screenshot({ path: join(FOLDER, `${name}.png`) })
}
