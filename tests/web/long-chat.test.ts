import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openPage, sharedChat, things } from './started-page.ts'

const MESSAGES = 120

/** A conversation of questions and answers of some paragraphs. */
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

/** Where a message is seen, in pixels from the top. */
const placeOf = (page: Page, text: string) =>
  page
    .getByRole('article')
    .filter({ hasText: text })
    .evaluate((element) => element.getBoundingClientRect().top)

test('a long conversation opens at its end with few messages, and earlier ones come without moving what is read [web.long-chat]', async (t) => {
  const { addAdministrator, agent } = await sharedChat()
  const ivy = await addAdministrator('Iris Long')
  const { id } = (
    await ivy.post('/api/v1/chats/new', { chat: { title: 'Long', models: ['garden'], ...conversation() } })
  ).json
  const { page, browser } = await openPage(t, ivy)
  await page.goto(`${ivy.url}/c/${id}`)
  await page.getByRole('heading', { name: `Answer ${MESSAGES - 1}` }).waitFor()
  const articles = page.getByRole('article')
  assert.ok((await articles.count()) <= 72, `${await articles.count()} messages are in the page`)
  assert.equal(await page.getByRole('button', { name: 'Jump to latest' }).count(), 0, 'it stands at its end')

  const log = page.getByRole('log')
  const pane = log.locator('..')
  const oldest = async () => /\d+/.exec((await articles.first().innerText()) ?? '')![0]
  for (let tries = 0; (await oldest()) !== '0'; tries++) {
    assert.ok(tries < 60, `only from ${await oldest()} on`)
    const first = await oldest()
    await pane.evaluate((element) => element.scrollTo({ top: 300, behavior: 'instant' }))
    const read = `Question ${Number(first) + (Number(first) % 2)}.`
    const before = await placeOf(page, read)
    await page.waitForFunction(
      (first) => !document.querySelector('article')!.innerText.includes(first),
      first,
    )
    const after = await placeOf(page, read)
    assert.ok(Math.abs(after - before) < 4, `${read} moved by ${after - before} px`)
  }
  assert.equal(await articles.count(), MESSAGES)
  assert.equal(await log.getAttribute('aria-live'), 'polite')

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
