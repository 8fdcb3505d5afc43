import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { GARDEN, says } from '../chatapp/recording-agent.ts'
import { allFindings } from '../support/accessibility.ts'
import { openPage, sharedChat, things } from './started-page.ts'

test('a prompt of a chat is scheduled, sent at once, seen in its chat, paused, changed and deleted [web.schedules]', async (t) => {
  const { addAdministrator, agent } = await sharedChat()
  const person = await addAdministrator('Sam Schedule')
  const { page, browser } = await openPage(t, person)
  agent.script(says('Ferns.'))
  await page.goto(person.url)
  await things(page).send('What grew this week?')
  await things(page).answers.filter({ hasText: 'Ferns.' }).waitFor()
  await page.waitForURL('**/c/*')
  const first = page.url()
  await things(page).questions.hover()
  await things(page).questions.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Schedule…' }).click()

  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await prompt.and(page.locator(':focus')).waitFor()
  assert.equal(await prompt.inputValue(), 'What grew this week?')
  assert.deepEqual(await allFindings(page), [])
  await page.getByRole('textbox', { name: 'Title' }).fill('The week')
  await page.getByRole('combobox', { name: 'Repeats' }).selectOption('Cron expression')
  const cron = page.getByRole('textbox', { name: 'Cron expression' })
  assert.equal(await cron.inputValue(), '0 8 * * 1')
  await cron.fill('* * * * *')
  await page.getByText('A prompt is sent at most once an hour.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('alert').filter({ hasText: 'at most once an hour' }).waitFor()
  await page.getByRole('combobox', { name: 'Repeats' }).selectOption('Every week')
  await page.getByRole('combobox', { name: 'Day of the week' }).selectOption('Friday')
  await page.getByLabel('Time', { exact: true }).fill('17:30')
  await page.getByText(/^Next times:.*Fri.*Fri.*Fri/).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()

  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'The week' }) })
  await row.getByText(/^Every Friday at (17:30|5:30\sPM) · Garden helper$/).waitFor()
  await row.getByText(/^Next: Fri/).waitFor()
  await row.getByText('Not sent yet').waitFor()
  await page.reload()
  assert.deepEqual(await allFindings(page), [], 'a reload shows the list')

  agent.script(says('Moss.'))
  await row.getByRole('button', { name: 'Send The week now' }).click()
  await row.getByText('Answered').waitFor()
  await row.getByText('started by you').waitFor()
  assert.deepEqual(await allFindings(page), [])
  await row.getByRole('button', { name: 'Results' }).click()
  await row.getByRole('listitem').filter({ hasText: 'Answered' }).waitFor()
  await row
    .getByRole('link', { name: /^Open chat The week/ })
    .first()
    .click()
  await things(page).answers.filter({ hasText: 'Moss.' }).waitFor()
  await things(page).questions.filter({ hasText: 'What grew this week?' }).waitFor()
  await page.getByRole('heading', { name: 'The week' }).waitFor()
  assert.notEqual(page.url(), first, 'each run begins a chat')

  await page.getByRole('button', { name: /Sam Schedule/ }).click()
  await page.getByRole('menuitem', { name: 'Scheduled prompts' }).click()
  await row.getByRole('button', { name: 'Pause The week' }).click()
  await row.getByText('Paused', { exact: true }).waitFor()
  await row.getByRole('button', { name: 'Resume The week' }).click()
  await row.getByText(/^Next: Fri/).waitFor()

  await row.getByRole('button', { name: 'Change The week' }).click()
  assert.equal(await page.getByLabel('Time', { exact: true }).inputValue(), '17:30')
  await page.getByRole('radio', { name: 'Always the same chat' }).check()
  await page.getByRole('combobox', { name: 'Repeats' }).selectOption('Every day')
  await page.getByRole('button', { name: 'Save' }).click()
  await row.getByText(/^Every day at/).waitFor()
  const { schedules } = (await person.get('/api/v1/schedules/')).json
  assert.deepEqual(
    schedules.map(({ target, schedule }: Record<string, string>) => [target, schedule]),
    [['same', '30 17 * * *']],
  )

  await row.getByRole('button', { name: 'Delete The week' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No scheduled prompts yet').waitFor()
  assert.deepEqual(await allFindings(page), [])
  assert.deepEqual(
    browser.complaints.filter((text) => !text.includes('400')),
    [],
  )
})

test('a prompt of a temporary chat can’t be scheduled [web.schedules]', async (t) => {
  const { addAdministrator, agent } = await sharedChat()
  const person = await addAdministrator('Simon Scheduled')
  const { page } = await openPage(t, person)
  agent.script(says('Ferns.'))
  await page.goto(person.url)
  await page.getByRole('button', { name: 'Temporary chat' }).click()
  await things(page).send('What grew this week?')
  await things(page).answers.filter({ hasText: 'Ferns.' }).waitFor()
  await page.waitForURL('**/c/temporary-*')
  await things(page).questions.hover()
  await things(page).questions.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Continue in a new chat from here' }).waitFor()
  assert.equal(await page.getByRole('menuitem', { name: 'Schedule…' }).count(), 0)
  await page.keyboard.press('Escape')
  assert.equal(await composerMenu(page).count(), 0)
})

test('“Schedule…” of the composer opens the form with its text, agent and chat, and the text stays [web.schedules]', async (t) => {
  const { addAdministrator, agent } = await sharedChat()
  const person = await addAdministrator('Cora Composer')
  const { page, browser } = await openPage(t, person)
  agent.offer([GARDEN, { ...GARDEN, id: 'pond', name: 'Pond helper' }])
  t.after(() => agent.offer([GARDEN]))
  await page.goto(`${person.url}/?agent=pond`)
  const message = things(page).message
  await message.fill('Are the fish well?')
  await composerMenu(page).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Schedule…' }).click()
  const prompt = page.getByRole('textbox', { name: 'Prompt' })
  await prompt.and(page.locator(':focus')).waitFor()
  assert.equal(await prompt.inputValue(), 'Are the fish well?')
  const chosen = page.getByRole('combobox', { name: 'Agent' }).locator('option:checked')
  assert.equal(await chosen.textContent(), 'Pond helper')
  await page.getByRole('radio', { name: 'Always the same chat' }).waitFor()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.goto(`${person.url}/?agent=pond`)
  assert.equal(await message.inputValue(), 'Are the fish well?')

  agent.script(says('They are.'))
  await message.press('Enter')
  await things(page).answers.filter({ hasText: 'They are.' }).waitFor()
  await page.waitForURL('**/c/*')
  const chatId = new URL(page.url()).pathname.split('/').at(-1)
  await message.fill('And today?')
  await composerMenu(page).click()
  await page.getByRole('menuitem', { name: 'Schedule…' }).click()
  assert.equal(await prompt.inputValue(), 'And today?')
  assert.equal(await chosen.textContent(), 'Pond helper')
  await page.getByRole('radio', { name: 'Always the chat of this prompt' }).check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'And today?' }).waitFor()
  const { schedules } = (await person.get('/api/v1/schedules/')).json
  assert.deepEqual(
    schedules.map(({ prompt, model, chat_id }: any) => [prompt, model, chat_id]),
    [['And today?', 'pond', chatId]],
  )
  assert.deepEqual(browser.complaints, [])
})

const composerMenu = (page: Page) => page.locator('form').getByRole('button', { name: 'More', exact: true })

test('a double click on Save stores one schedule [web.send-once]', async (t) => {
  const { addAdministrator } = await sharedChat()
  const person = await addAdministrator('Dora Double')
  const { page } = await openPage(t, person)
  await page.goto(`${person.url}/scheduled`)
  await page.getByRole('button', { name: 'New schedule' }).click()
  await page.getByRole('textbox', { name: 'Prompt' }).fill('What grew?')
  await page.getByRole('button', { name: 'Save' }).dblclick()
  await page.getByRole('heading', { name: 'What grew?' }).waitFor()
  const { schedules } = (await person.get('/api/v1/schedules/')).json
  assert.equal(schedules.length, 1)
})
