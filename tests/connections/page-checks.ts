import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { allFindings } from '../support/accessibility.ts'

/** Folder for screenshots; undefined: none. */
const shots = process.env['SHOTS']
export const picture = async (page: Page, name: string) => {
  if (shots) await page.screenshot({ path: `${shots}/${name}.png` })
}

export async function clean(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await settled(page)
    const rules = colorScheme === 'dark' ? 'colours' : undefined
    assert.deepEqual(await allFindings(page, { rules }), [], colorScheme)
  }
}

export async function gallery(page: Page, name: string): Promise<void> {
  if (!shots) return
  for (const [width, height, colorScheme] of [
    [1280, 800, 'light'],
    [820, 1000, 'dark'],
    [390, 844, 'dark'],
    [390, 844, 'light'],
  ] as const) {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    await settled(page)
    await picture(page, `${name}-${width}-${colorScheme}`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
  await settled(page)
}

/** Waits for transitions, because colours change during them. */
const settled = (page: Page): Promise<unknown> =>
  page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter((animation) => animation instanceof CSSTransition)
        .map(({ finished }) => finished),
    ).then(() => null),
  )
