import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { heading } from '../../tests/web-console/console-page.ts'
import { startSeeded } from '../../tests/web-console/started-console.ts'
import { picture, SMALL } from './picture.ts'

const DESKTOP = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 } as const

export async function takeConsolePictures(browser: Browser): Promise<void> {
  await using started = await startSeeded()
  const { hub, slug, ann } = started
  const open = async (options: BrowserContextOptions): Promise<Page> => {
    const context = await browser.newContext(options)
    await context.addCookies([{ name: 'token', value: ann.token, url: hub.url }])
    return context.newPage()
  }
  const show = async (page: Page, path: string, title: string) => {
    await page.goto(`${hub.url}/portal${path}`)
    await heading(page, title).waitFor()
    await page.locator('.animate-breathe').first().waitFor({ state: 'detached' })
  }
  const desktop = await open({ ...DESKTOP, colorScheme: 'light' })
  await show(desktop, '/', 'Overview')
  await picture(desktop, 'console')
  await show(desktop, `/hubs/${slug}/access`, 'Demo agent')
  await picture(desktop, 'console-hub')
  const small = await open(SMALL)
  await show(small, `/hubs/${slug}/access`, 'Demo agent')
  await picture(small, 'start-console')
}
