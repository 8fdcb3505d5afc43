import assert from 'node:assert/strict'
import { test } from 'node:test'
import { walk } from './walked-pages.ts'

const PHONE = { width: 390, height: 844 }

for (const language of ['en', 'de', 'ar'])
  test(`on a phone no page of the Console scrolls sideways in the language ${language} [console-app.layout]`, async () => {
    const wide: string[] = []
    await walk(
      async (page, path) => {
        await page.setViewportSize(PHONE)
        const { whole, lists } = await page.evaluate(() => ({
          whole: document.documentElement.scrollWidth - innerWidth,
          // The matrix of access may scroll.
          lists: [...document.querySelectorAll('main [role=region]:has(> table)')]
            .filter((region) => region.scrollWidth > region.clientWidth + 1)
            .filter((region) => region.querySelector('[role=checkbox]') === null)
            .map((region) => region.getAttribute('aria-label')),
        }))
        if (whole > 0) wide.push(`${path}: ${whole} px too wide`)
        wide.push(...lists.map((list) => `${path}: ${list}`))
        await page.setViewportSize({ width: 1280, height: 800 })
      },
      { language },
    )
    assert.deepEqual(wide, [])
  })
