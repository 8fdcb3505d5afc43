import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { allFindings } from '../support/accessibility.ts'
import { openConsole, visit } from './console-page.ts'
import { seededConsole } from './started-console.ts'

const { hub, slug, ann } = await seededConsole()
const opened = await openConsole(hub.url, ann.token)
after(() => opened[Symbol.asyncDispose]())
const { page } = opened

test('a rating from the chat, with its reason, is shown on its Hub’s page, without name or chat [ratings.page]', async () => {
  await page.goto(hub.url)
  await page.getByRole('textbox', { name: 'Message' }).fill('/say Beans grow on trees.')
  await page.getByRole('button', { name: 'Send' }).click()
  const good = page.getByRole('button', { name: 'Good answer' })
  const bad = page.getByRole('button', { name: 'Bad answer' })
  await bad.click()
  const dialog = page.getByRole('dialog', { name: 'What was wrong?' })
  await dialog.getByText('without your name').waitFor()
  assert.deepEqual(await allFindings(page), [])
  await dialog.getByLabel('Reason').selectOption('The answer is wrong')
  await dialog.getByLabel('Comment').fill('Beans\nclimb')
  for (const key of ['Tab', 'Tab', 'Tab', 'Enter']) await page.keyboard.press(key) // past the buttons to remove the rating and to skip
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await bad.getAttribute('aria-pressed'), 'true')
  await page.reload()
  await page.locator('button[aria-pressed=true]').waitFor()
  assert.equal(await bad.getAttribute('aria-pressed'), 'true')

  await bad.click()
  assert.equal(await dialog.getByLabel('Comment').inputValue(), 'Beans\nclimb', 'nothing said is lost')
  assert.equal(await dialog.getByLabel('Reason').inputValue(), 'wrong')
  await dialog.getByRole('button', { name: 'Remove rating' }).click()
  await dialog.waitFor({ state: 'detached' })
  assert.equal(await bad.getAttribute('aria-pressed'), 'false')
  await bad.click()
  await dialog.getByLabel('Reason').selectOption('The answer is wrong')
  await dialog.getByLabel('Comment').fill('Beans\nclimb')
  await dialog.getByRole('button', { name: 'Send' }).click()
  await dialog.waitFor({ state: 'detached' })

  await visit(page, `${hub.url}/portal/hubs/${slug}`)
  await page.getByRole('link', { name: 'Activity' }).click()
  await page.getByRole('link', { name: 'Ratings' }).click()
  const items = page.getByRole('main').getByRole('listitem')
  await items.getByText('Incorrect').waitFor()
  assert.match(await items.first().innerText(), /Incorrect\s+Beans\s+climb/)
  await page.getByText('0 good, 1 bad').waitFor()
  assert.doesNotMatch(await page.getByRole('main').innerText(), /Ann|@|trees/)
  assert.deepEqual(await allFindings(page), [])
  await page.getByRole('button', { name: 'Verdict' }).click()
  await page.getByRole('menuitemradio', { name: 'Good' }).click()
  await page.getByText('Nothing matches').waitFor()

  await page.goto(hub.url)
  await page.getByRole('navigation', { name: 'Chats' }).getByRole('link').first().click()
  await good.click()
  await page.waitForFunction(() => document.querySelector('button[aria-pressed=true]') !== null)
  await visit(page, `${hub.url}/portal/hubs/${slug}/ratings`)
  await page.getByText('1 good, 0 bad').waitFor()
  assert.deepEqual(opened.browser.complaints, [])
})

test('an answer rated during a reload stays rated, and its form stays open [ratings.page]', async () => {
  const rated = Promise.withResolvers<void>()
  page.on('response', (response) => void (response.url().endsWith('/rating') && rated.resolve()))
  const stale: Promise<unknown>[] = []
  const MAX_WAIT_MS = 5000
  await page.route(/\/api\/v1\/chats\/[^/]+\/messages$/, async (route) => {
    const before = await route.fetch()
    await Promise.race([rated.promise, pause(MAX_WAIT_MS, undefined, { ref: false })])
    const answered = route.fulfill({ response: before }).catch(() => undefined) // the page may have cancelled the request
    stale.push(answered)
    await answered
  })
  await page.goto(hub.url)
  await page.getByRole('textbox', { name: 'Message' }).fill('/say Peas\n/wait 1500\n/say climb.')
  await page.getByRole('button', { name: 'Send' }).click()
  const bad = page.getByRole('button', { name: 'Bad answer' })
  await bad.click()
  await page.getByRole('dialog', { name: 'What was wrong?' }).waitFor()
  assert.ok(stale.length > 0, 'the page was reading')
  await Promise.all(stale)
  await page.waitForLoadState('networkidle')
  await page.getByRole('dialog').getByRole('button', { name: 'Skip' }).click()
  assert.equal(await bad.getAttribute('aria-pressed'), 'true')
})
