import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { openPage, sharedChat, things } from './started-page.ts'

const MESSAGES = 120

function conversation() {
  const messages: Record<string, object> = {}
  for (let n = 0; n < MESSAGES; n++) {
    const role = n % 2 === 0 ? 'user' : 'assistant'
    const content =
      role === 'user'
        ? `Question ${n}.`
        : `# Answer ${n}\n\nText of it.\n\n- one\n- two\n\n\`\`\`js\nlet n = ${n}\n\`\`\``
    messages[`m${n}`] = {
      role,
      content,
      parentId: n === 0 ? null : `m${n - 1}`,
      timestamp: 1_700_000_000 + n,
    }
  }
  return { history: { currentId: `m${MESSAGES - 1}`, messages } }
}

const placeOf = (page: Page, text: string) =>
  page
    .getByRole('article')
    .filter({ hasText: new RegExp(`${text}(?!\\d)`) })
    .evaluate((element) => element.getBoundingClientRect().top)

const readAt = (pane: Locator, top: number) =>
  pane.evaluate(async (element, top) => {
    element.scrollTo({ top, behavior: 'instant' })
    const { height } = element.getBoundingClientRect()
    const seen = () =>
      Array.from(element.querySelectorAll('article')).find((article) => {
        const place = article.getBoundingClientRect()
        return place.top > 0 && place.top < height
      })
    while (!seen()) await new Promise(requestAnimationFrame)
    const article = seen()!
    return { text: article.innerText.split('\n')[0]!, top: article.getBoundingClientRect().top }
  }, top)

test('a long conversation opens at its end with few messages, and earlier ones load without moving the visible text [web.long-chat]', async (t) => {
  const { addAdministrator, agent } = await sharedChat()
  const ivy = await addAdministrator('Iris Long')
  const { id } = (
    await ivy.post('/api/v1/chats/new', { chat: { title: 'Long', models: ['garden'], ...conversation() } })
  ).json
  const { page, browser } = await openPage(t, ivy)
  const asked: string[] = []
  const earlier = /\/messages\?.*before=/
  await page.route(earlier, (route) => {
    asked.push(route.request().url())
    return route.abort()
  })
  await page.goto(`${ivy.url}/c/${id}`)
  await page.getByRole('heading', { name: `Answer ${MESSAGES - 1}` }).waitFor()
  const articles = page.getByRole('article')
  assert.ok((await articles.count()) <= 72, `${await articles.count()} messages are in the page`)
  assert.equal(await page.getByRole('button', { name: 'Jump to latest' }).count(), 0, 'it stands at its end')

  const log = page.getByRole('log')
  const pane = log.locator('..')
  const places = log.locator('> div')

  while (asked.length === 0) await readAt(pane, 0)
  const failed = page.getByText('Earlier messages couldn’t be loaded.')
  await failed.waitFor()
  await pane.evaluate((element) => element.scrollTo({ top: 400, behavior: 'instant' }))
  await readAt(pane, 0)
  assert.equal(asked.length, 1)
  await page.unroute(earlier)
  await page.getByRole('button', { name: 'Try again' }).click()
  await failed.waitFor({ state: 'hidden' })

  for (let count = await places.count(); count < MESSAGES; count = await places.count()) {
    const read = await readAt(pane, 300)
    await page.waitForFunction(
      (count) => document.querySelector('[role=log]')!.children.length > count,
      count,
    )
    const after = await placeOf(page, read.text)
    assert.ok(Math.abs(after - read.top) < 4, `${read.text} moved by ${after - read.top} px`)
  }
  await readAt(pane, 0)
  await page.getByText('Question 0.').waitFor()
  assert.ok((await articles.count()) <= 72, 'what is far away has left the page')
  assert.equal(await places.count(), MESSAGES, 'and keeps its place')
  assert.equal(await log.locator('> div:not([aria-live=off])').count(), 2, 'only what is new is read out')

  await articles.nth(2).hover()
  await articles.nth(2).getByRole('button', { name: 'Edit' }).click()
  const editor = page.getByRole('textbox', { name: 'Edit message' })
  await editor.and(page.locator(':focus')).waitFor()
  await page.keyboard.type(' And more?')
  await pane.evaluate((element) => element.scrollTo({ top: element.scrollHeight, behavior: 'instant' }))
  await page.getByRole('heading', { name: `Answer ${MESSAGES - 1}` }).waitFor()
  assert.ok((await articles.count()) <= 72)
  await pane.evaluate((element) => element.scrollTo({ top: 0, behavior: 'instant' }))
  await page.getByRole('article').filter({ hasText: 'Question 0.' }).waitFor()
  assert.match(await editor.inputValue(), / And more\?$/)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Jump to latest' }).click()
  agent.script((answer) => {
    answer.text('the newest of all')
    answer.finish('stop')
    answer.done()
  })
  await things(page).send('And now?')
  await things(page).answers.filter({ hasText: 'the newest of all' }).waitFor()
  assert.deepEqual(browser.complaints, [])
})
