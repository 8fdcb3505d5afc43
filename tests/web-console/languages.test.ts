import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { LANGUAGES } from '../../web/console/app/languages/languages.ts'
import { allFindings } from '../support/accessibility.ts'
import { boxOf, follow, heading, openConsole } from './console-page.ts'
import { seededConsole } from './started-console.ts'

const { hub, ann } = await seededConsole()
const CONSOLE = `${hub.url}/portal`

const opened = await openConsole(hub.url, ann.token)
after(() => opened[Symbol.asyncDispose]())
const { page } = opened

interface Expected {
  tag: string
  direction: 'ltr' | 'rtl'
  console: string
  /** Name of the rail's navigation. */
  pages: string
  /** Titles of the pages of the rail, in their order. */
  titles: readonly string[]
  /** A column of the list of people. */
  column: string
  noMatch: string
}

const GERMAN: Expected = {
  tag: 'de',
  direction: 'ltr',
  console: 'Konsole',
  pages: 'Seiten',
  titles: [
    'Übersicht',
    'Hubs',
    'Personen',
    'Abläufe',
    'Läufe',
    'Eingang',
    'Traces',
    'Audit',
    'Modelle im Web-Chat',
  ],
  column: 'Zugang',
  noMatch: 'Keine Treffer',
}

const ARABIC: Expected = {
  tag: 'ar',
  direction: 'rtl',
  console: 'لوحة الإدارة',
  pages: 'الصفحات',
  titles: [
    'نظرة عامة',
    'الـ Hubs',
    'الأشخاص',
    'سير العمل',
    'عمليات التشغيل',
    'الوارد',
    'عمليات التتبّع',
    'سجل التدقيق',
    'نماذج دردشة الويب',
  ],
  column: 'الوصول',
  noMatch: 'لا توجد نتائج مطابقة',
}

test('the Console is in the language of the account’s menu, on all pages of the rail [web.languages]', async () => {
  await page.goto(`${CONSOLE}/`)
  await heading(page, 'Overview').waitFor()
  await page.getByRole('button', { name: /Account/ }).click()
  await page.getByRole('menuitem', { name: 'Language' }).click()
  await heading(page, 'Your pages').waitFor()
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  await heading(page, 'Ihre Seiten').waitFor()
  await isIn(GERMAN)

  await page.getByRole('button', { name: /Konto/ }).click()
  await page.getByRole('menuitem', { name: 'Sprache' }).click()
  await page.getByRole('combobox', { name: 'Sprache' }).selectOption('العربية')
  await heading(page, 'صفحاتك').waitFor()
  await isIn(ARABIC)
  const rail = await boxOf(page.getByRole('navigation', { name: ARABIC.pages, exact: true }))
  assert.ok(rail.x > 640, 'the rail is on the right')
})

test('web chat and Console have the same language [web.languages]', async () => {
  await page.goto(`${hub.url}/?settings=appearance`)
  const language = page.getByRole('combobox', { name: 'اللغة' })
  await language.waitFor()
  assert.equal(await page.getAttribute('html', 'dir'), 'rtl')
  await language.selectOption('中文')
  await page.getByRole('combobox', { name: '语言' }).waitFor()
  await page.goto(`${CONSOLE}/memory`)
  await heading(page, '记忆').waitFor()
  await page.getByText('没有关于您的笔记').waitFor()
  assert.equal(await page.title(), '记忆 · 控制台')
  // People find pages by a part of a word.
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('验证')
  await page.getByRole('option', { name: /要求的第二重验证/ }).waitFor()
  await page.keyboard.press('Escape')
})

test('before the scripts load, the Console has the language of the person or browser [web.languages]', async () => {
  await using other = await openConsole(hub.url, ann.token)
  await other.browser.context.route('**/assets/*.js', (route) => route.abort())
  const seenOn = (shown: Page) =>
    shown.evaluate(() => [document.documentElement.lang, document.documentElement.dir, document.title])
  await other.page.goto(`${CONSOLE}/`)
  assert.deepEqual(await seenOn(other.page), ['en', 'ltr', 'Console'])
  for (const { tag, load } of LANGUAGES) {
    await other.page.evaluate((chosen) => localStorage.setItem('language', chosen), tag)
    await other.page.reload()
    const { direction = 'ltr', catalogue } = (await load?.()) ?? {}
    const { console: title = 'Console' } = (catalogue?.['console.kit.common'] ?? {}) as { console?: string }
    assert.deepEqual(await seenOn(other.page), [tag, direction, title])
  }
  await other.page.evaluate(() => localStorage.clear())
  const swiss = await other.browser.newPage()
  await swiss.addInitScript(() =>
    Object.defineProperty(navigator, 'languages', { value: ['fr-FR', 'de-CH', 'en'] }),
  )
  await swiss.goto(`${CONSOLE}/`)
  assert.deepEqual(await seenOn(swiss), ['de', 'ltr', 'Konsole'])
  await other.browser.context.unrouteAll()
})

async function isIn({ tag, direction, console, pages, titles, column, noMatch }: Expected): Promise<void> {
  const attributes = [await page.getAttribute('html', 'lang'), await page.getAttribute('html', 'dir')]
  assert.deepEqual(attributes, [tag, direction])
  const entries = page.getByRole('navigation', { name: pages, exact: true }).getByRole('listitem')
  const addresses = await entries
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  assert.equal(addresses.length, titles.length)
  for (const [index, address] of addresses.entries()) {
    await follow(page, address)
    await heading(page, titles[index]!).waitFor()
    assert.equal(await page.title(), `${titles[index]} · ${console}`)
    await page.locator('[aria-hidden].animate-breathe').first().waitFor({ state: 'detached' })
    assert.deepEqual(await allFindings(page), [], address)
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), address)
  }
  await follow(page, '/portal/people')
  await page.getByRole('columnheader', { name: column }).waitFor()
  await follow(page, '/portal/people?q=nobody-at-all')
  await page.getByText(noMatch, { exact: true }).waitFor()
  await follow(page, '/portal/')
  await heading(page, titles[0]!).waitFor()
}
