import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { signIn } from '../../tests/support/console-person.ts'
import { cell, heading } from '../../tests/web-console/console-page.ts'
import { BOB, startSeeded } from '../../tests/web-console/started-console.ts'
import { picture } from './picture.ts'

const DESKTOP = { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1.5 } as const
const TABLET = { viewport: { width: 820, height: 1000 }, deviceScaleFactor: 1.5 } as const
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, isMobile: true } as const

/** The Console's pages, with the people and records of a small team. */
export async function takeConsolePictures(browser: Browser): Promise<void> {
  await using started = await startSeeded()
  const { hub, slug, ann } = started
  const open = async (token: string, options: BrowserContextOptions): Promise<Page> => {
    const context = await browser.newContext(options)
    await context.addCookies([{ name: 'token', value: token, url: hub.url }])
    return context.newPage()
  }
  const show = async (page: Page, path: string, title: string) => {
    await page.goto(`${hub.url}/portal${path}`)
    await heading(page, title).waitFor()
    await page.locator('.animate-breathe').first().waitFor({ state: 'detached' })
  }
  const pages = [
    ['/', 'Overview', 'console'],
    ['/people', 'People', 'console-people'],
    [`/people/${BOB.email}`, BOB.name, 'console-person'],
    [`/hubs/${slug}`, 'Demo agent', 'console-hub'],
    ['/audit', 'Audit', 'console-audit'],
  ] as const

  const desktop = await open(ann.token, { ...DESKTOP, colorScheme: 'light' })
  for (const [path, title, name] of pages) {
    await show(desktop, path, title)
    await picture(desktop, name)
  }
  await show(desktop, `/hubs/${slug}`, 'Demo agent')
  await cell(desktop, 'Order supplies', 'Cleo Park').click()
  await cell(desktop, 'Use the agent', 'Eve Long').click()
  await desktop.getByRole('button', { name: 'Review' }).click()
  await desktop.getByRole('dialog').waitFor()
  await picture(desktop, 'console-review')

  const tablet = await open(ann.token, { ...TABLET, colorScheme: 'light' })
  await show(tablet, '/people', 'People')
  await picture(tablet, 'console-tablet')
  const phone = await open(ann.token, { ...PHONE, colorScheme: 'dark' })
  await show(phone, '/', 'Overview')
  await picture(phone, 'console-phone')

  const bob = await signIn(hub.url, BOB)
  const dark = await open(bob.token, { ...DESKTOP, colorScheme: 'dark' })
  await show(dark, '/change-requests', 'Change requests')
  await dark.getByRole('table').getByRole('link').first().click()
  await dark.getByRole('region', { name: 'Plan' }).waitFor()
  await picture(dark, 'console-change-request')
}
