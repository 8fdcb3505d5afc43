import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { says } from '../chatapp/recording-agent.ts'
import { allFindings } from '../support/accessibility.ts'
import { openPage, sharedChat, things } from './started-page.ts'

const HUBS = [
  { name: 'beds', title: 'Which bed needs water?', description: '', parts: ['Which bed needs water today?'] },
  {
    name: 'weekly',
    title: 'The week in five lines',
    description: 'From the notes of a week',
    parts: [
      'Sum up ',
      { name: 'week', default: 'this week' },
      ' for ',
      { name: 'reader', default: null },
      '.',
    ],
  },
]

async function openPrompts(t: Parameters<typeof openPage>[0], name: string) {
  const { url, addAdministrator, agent } = await sharedChat()
  agent.notify({ '/prompts': { data: HUBS } })
  t.after(async () => agent.notify({}))
  const person = await addAdministrator(name)
  const { page, browser } = await openPage(t, person)
  const list = page.getByRole('listbox', { name: 'Prompts' })
  return { url, agent, person, page, browser, list, options: list.getByRole('option') }
}

const chosen = async (page: Page) => {
  const id = await things(page).message.getAttribute('aria-activedescendant')
  return id === null ? null : page.locator(`[id="${id}"]`).textContent()
}

test('a slash offers prompts, which keys choose, and blanks are filled in before [web.prompts]', async (t) => {
  const { url, agent, person, page, browser, list, options } = await openPrompts(t, 'Pia Prompts')
  await person.post('/api/v1/prompts/', { name: 'wet', title: 'Rain', text: 'Did it rain?' })
  await page.goto(url)
  const { message, questions, answers } = things(page)
  await message.fill('/')
  await options.first().waitFor()
  assert.equal(await options.count(), 4)
  assert.match(String(await chosen(page)), /\/wet.*Rain.*Yours/, 'one’s own first')
  assert.deepEqual(await allFindings(page), [])
  await page.keyboard.press('ArrowUp')
  assert.match(String(await chosen(page)), /Your prompts/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  assert.match(String(await chosen(page)), /\/beds/)
  await page.keyboard.press('Escape')
  await list.waitFor({ state: 'hidden' })
  assert.equal(await message.inputValue(), '/', 'what was typed stays')
  assert.equal(await message.getAttribute('aria-activedescendant'), null)
  await page.reload()
  await page.waitForFunction(() => document.querySelector('textarea')?.value === '/')
  await page.waitForLoadState('networkidle')
  assert.equal(await list.count(), 0, 'a restored draft opens no list')
  await message.press('End')
  await message.pressSequentially('b')
  await options.filter({ hasText: '/beds' }).waitFor()

  await message.fill('either/or')
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  assert.equal(await list.count(), 0)
  await message.fill('Good morning.\n/be')
  await options.filter({ hasText: '/beds' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForFunction(() =>
    document.querySelector('textarea')!.value.endsWith('.\nWhich bed needs water today?'),
  )
  assert.equal(await questions.count(), 0, 'nothing was sent')

  await message.fill('/five')
  await options.filter({ hasText: '/weekly' }).waitFor()
  await page.keyboard.press('Tab')
  const form = page.getByRole('dialog', { name: 'The week in five lines' })
  const [week, reader] = [
    form.getByRole('textbox', { name: 'week' }),
    form.getByRole('textbox', { name: 'reader' }),
  ]
  await week.and(page.locator(':focus')).waitFor()
  assert.equal(await week.inputValue(), 'this week')
  await page.keyboard.press('Enter')
  await reader.and(page.locator(':focus')).waitFor()
  await form.getByText('reader is required.').waitFor()
  assert.deepEqual(await allFindings(page), [])
  await page.keyboard.press('Escape')
  await form.waitFor({ state: 'hidden' })
  await message.and(page.locator(':focus')).waitFor()
  assert.equal(await message.inputValue(), '/five', 'until it is filled in, what was typed stays')

  await message.fill('')
  await message.fill('/we')
  await options.filter({ hasText: '/weekly' }).click()
  await reader.fill('{{week}}')
  await page.keyboard.press('Enter')
  await form.waitFor({ state: 'hidden' })
  await message.and(page.locator(':focus')).waitFor()
  assert.equal(await message.inputValue(), 'Sum up this week for {{week}}.', 'values are no templates')

  agent.script(says('I know no such thing.'))
  await message.fill('/nothing-like-it')
  await list.waitFor({ state: 'hidden' })
  await page.keyboard.press('Enter')
  await questions.filter({ hasText: '/nothing-like-it' }).waitFor()
  await answers.filter({ hasText: 'I know no such thing.' }).waitFor() // otherwise the next test's message may get this answer
  assert.deepEqual(browser.complaints, [])
})

test('messages are sent even if the code for prompts cannot be read or fetched [web.prompts]', async (t) => {
  const { url, agent, page, list } = await openPrompts(t, 'Paul Promptless')
  await page.goto(url)
  const { message, send, answers } = things(page)
  await message.waitFor()
  await page.route('**/assets/prompt-list*', (route) => route.abort())
  agent.script(says('A slash it is.'))
  await send('/')
  await answers.filter({ hasText: 'A slash it is.' }).waitFor()

  await page.unroute('**/assets/prompt-list*')
  await page.route(/\/api\/v1\/(models\/)?prompts/, (route) => route.abort())
  await page.reload()
  await message.fill('/')
  await list.waitFor()
  await page.getByText('The prompts can’t be loaded right now.').waitFor()
  agent.script(says('Beds it is.'))
  await send('/beds')
  await answers.filter({ hasText: 'Beds it is.' }).waitFor()
})

test('one’s own prompts are written, changed, deleted and brought back in the settings [web.prompts]', async (t) => {
  const { url, page, browser, list, options } = await openPrompts(t, 'Olga Own')
  await page.goto(url)
  const { message } = things(page)
  await message.fill('/')
  await options.filter({ hasText: 'Your prompts' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByText('No prompts yet').waitFor()
  assert.deepEqual(await allFindings(page), [])
  await dialog.getByRole('button', { name: 'New prompt' }).click()
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await name.and(page.locator(':focus')).waitFor()
  const save = dialog.getByRole('button', { name: 'Save' })
  await name.fill('/two words')
  assert.equal(await name.inputValue(), 'two words', 'the slash is understood')
  await save.click()
  await dialog.getByText('Prompt is required.').waitFor()
  await dialog.getByRole('textbox', { name: 'Prompt' }).fill('Compare {{one}} with {{other|moss}}.')
  await save.click()
  await dialog.getByRole('alert').filter({ hasText: 'letters' }).waitFor()
  assert.deepEqual(await allFindings(page), [])
  await name.fill('compare')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Two things side by side')
  await save.click()
  await dialog.getByRole('button', { name: 'Change /compare' }).click()
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Two beside each other')
  await save.click()
  await dialog.getByText('Two beside each other').waitFor()
  await dialog.getByRole('button', { name: 'Delete /compare' }).click()
  await dialog.getByText('No prompts yet').waitFor()
  await dialog.getByRole('button', { name: 'Undo' }).and(page.locator(':focus')).click()
  await dialog.getByText('Two beside each other').waitFor()
  assert.deepEqual(await allFindings(page), [])
  await dialog.getByRole('button', { name: 'Close' }).click()
  await message.fill('')
  await message.fill('/co')
  await list.waitFor()
  await options.filter({ hasText: 'Two beside each other' }).waitFor()
  assert.deepEqual(browser.complaints, [])
})
