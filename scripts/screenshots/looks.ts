import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { heading } from '../../tests/web-console/console-page.ts'
import { picture } from './picture.ts'

const DESKTOP = { viewport: { width: 1440, height: 900 } }
const LAPTOP = { viewport: { width: 1280, height: 720 } }
const TABLET = { viewport: { width: 820, height: 1180 }, hasTouch: true }
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** The minimum width of WCAG 1.4.10. */
const NARROW = { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true }

export type Looks = Readonly<Record<string, BrowserContextOptions>>

export const LOOKS: Looks = {
  'desktop-light': { ...DESKTOP, colorScheme: 'light' },
  'desktop-dark': { ...DESKTOP, colorScheme: 'dark' },
  'laptop-light': { ...LAPTOP, colorScheme: 'light' },
  'tablet-light': { ...TABLET, colorScheme: 'light' },
  'tablet-dark': { ...TABLET, colorScheme: 'dark' },
  'phone-light': { ...PHONE, colorScheme: 'light' },
  'phone-dark': { ...PHONE, colorScheme: 'dark' },
  'narrow-light': { ...NARROW, colorScheme: 'light' },
}

export const CHAT_LOOKS: Looks = {
  ...LOOKS,
  'desktop-de': { ...DESKTOP, colorScheme: 'light', locale: 'de' },
  'phone-de': { ...PHONE, colorScheme: 'light', locale: 'de' },
  'desktop-rtl': { ...DESKTOP, colorScheme: 'light', locale: 'ar' },
  'phone-rtl': { ...PHONE, colorScheme: 'dark', locale: 'ar' },
}

export type ConsolePage = [name: string, path: string, title: string, open?: (page: Page) => Promise<unknown>]

interface Visited {
  hub: { url: string }
  ann: { token: string }
}

export interface Taking {
  browser: Browser
  folder: string
  looks: (all: Looks) => Looks
}

export async function takePages(
  { browser, folder, looks }: Taking,
  { hub, ann }: Visited,
  pages: readonly ConsolePage[],
): Promise<void> {
  for (const [look, options] of Object.entries(looks(LOOKS))) {
    const context = await browser.newContext(options)
    await context.addCookies([{ name: 'token', value: ann.token, url: hub.url }])
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    for (const [name, path, title, open] of pages)
      await reportError(name, look, async () => {
        await page.goto(`${hub.url}/portal${path}`)
        await heading(page, title).waitFor()
        await page.locator('.animate-breathe').first().waitFor({ state: 'detached' })
        await open?.(page)
        await picture(page, `${name}-${look}`, folder)
      })
    await context.close()
  }
}

export async function reportError(name: string, look: string, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    console.error(`${name} ${look}: ${error instanceof Error ? error.message : String(error)}`)
    process.exitCode = 1
  }
}

export const dialogBy =
  (button: string | RegExp) =>
  async (page: Page): Promise<void> => {
    await page.getByRole('button', { name: button }).first().click()
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor()
  }
