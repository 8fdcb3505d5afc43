import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { openBrowser, type RunningBrowser } from '../support/browser.ts'
import type { Account } from '../support/console-person.ts'

export interface ConsoleBrowser extends AsyncDisposable {
  readonly page: Page
  readonly browser: RunningBrowser
}

export async function openConsole(
  url: string,
  token: string,
  size: { width?: number; height?: number } = {},
): Promise<ConsoleBrowser> {
  const browser = await openBrowser(size)
  await browser.context.addCookies([{ name: 'token', value: token, url, httpOnly: true, sameSite: 'Lax' }])
  const page = await browser.newPage()
  return { page, browser, [Symbol.asyncDispose]: () => browser[Symbol.asyncDispose]() }
}

/** Navigates within the Console like a link, without reloading. */
export const follow = (page: Page, address: string): Promise<void> =>
  page.evaluate((to) => history.pushState(null, '', to), address)

/** Reloads if the page is outside the Console, or if an open dialog, menu or draft would block the navigation. */
export async function visit(page: Page, address: string): Promise<void> {
  const isInside = page.url().startsWith(new URL('/portal/', address).href)
  if (isInside && (await page.locator(LEFT_OPEN).count()) === 0) await follow(page, address)
  else await page.goto(address)
}

const LEFT_OPEN = '[role=dialog], [role=alertdialog], [role=menu], [aria-label="Changes not applied"]'

export async function signInThere(page: Page, { email, password }: Account): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

export const cell = (page: Page, permission: string, person: string) =>
  page.getByRole('checkbox', { name: new RegExp(`^${permission}, ${person}:`) })

export async function boxOf(place: Locator) {
  await place.waitFor()
  const box = await place.boundingBox()
  assert.ok(box, 'it has a place')
  return box
}

export async function inSight(place: Locator, width: number): Promise<void> {
  const { x, width: wide } = await boxOf(place)
  assert.ok(x >= 0 && x + wide <= width, `from ${x} to ${x + wide} of ${width} px`)
}
