import assert from 'node:assert/strict'
import { test } from 'node:test'
import { says } from '../chatapp/recording-agent.ts'
import { allFindings } from '../support/accessibility.ts'
import { openPage, sharedChat, things } from './started-page.ts'

test('instructions for every agent are written in the settings, stay while they are off, and go with questions [web.instructions]', async (t) => {
  const { url, addAdministrator, agent } = await sharedChat()
  const { page, browser } = await openPage(t, await addAdministrator('Ines Wishes'))
  await page.goto(`${url}/?settings=instructions`)
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const field = dialog.getByRole('textbox', { name: 'Your instructions' })
  const save = dialog.getByRole('button', { name: 'Save' })
  await field.fill('Answer in metres.')
  await dialog.getByText('17 of 4,000 characters').waitFor()
  await page.route('**/api/v1/auths/instructions', (route) => route.abort(), { times: 1 })
  await save.click()
  await dialog.getByRole('alert').waitFor()
  assert.equal(await field.inputValue(), 'Answer in metres.', 'nothing is lost')
  await save.click()
  await page.getByText('Saved').first().waitFor()
  assert.equal(await save.isDisabled(), true)
  assert.deepEqual(await allFindings(page), [])

  const reported = () => agent.completions.at(-1)!.body.messages[0]!
  const askOnce = async (question: string) => {
    agent.script(says(`About ${question}`))
    await things(page).send(question)
    await things(page)
      .answers.filter({ hasText: `About ${question}` })
      .waitFor()
  }
  await dialog.getByRole('button', { name: 'Close' }).click()
  await askOnce('paths')
  assert.deepEqual(
    [reported().role, String(reported().content).endsWith('> Answer in metres.')],
    ['system', true],
  )

  await page.goto(`${url}/?settings=instructions`)
  await dialog.getByRole('checkbox', { name: 'Send these instructions with my messages' }).click()
  await save.click()
  await page.getByText('Saved').first().waitFor()
  await page.reload()
  await field.waitFor()
  assert.equal(await field.inputValue(), 'Answer in metres.')
  await page.keyboard.press('Escape')
  await askOnce('beds')
  assert.equal(reported().role, 'user')
  assert.deepEqual(browser.complaints, [])
})

test('a person chooses a time zone in the settings, and agents get it in place of the browser’s [web.time-zone]', async (t) => {
  const { url, addAdministrator, agent } = await sharedChat()
  const { page, browser } = await openPage(t, await addAdministrator('Tom Zones'))
  await page.goto(`${url}/?settings=profile`)
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const field = dialog.getByRole('combobox', { name: 'Time zone' })
  const save = dialog.getByRole('button', { name: 'Save' })
  await field.fill('Mars/Base')
  assert.match((await field.getAttribute('placeholder'))!, /^Same as this browser \(.+\)$/)
  await save.click()
  await dialog.getByText('Choose a time zone from the list, such as Europe/Berlin.').waitFor()
  assert.deepEqual(await allFindings(page), [])
  await field.fill('Pacific/Auckland')
  await save.click()
  await page.getByText('Saved').first().waitFor()
  await dialog.getByRole('button', { name: 'Close' }).click()
  agent.script(says('Tomorrow already.'))
  await things(page).send('Which day is it?')
  await things(page).answers.filter({ hasText: 'Tomorrow already.' }).waitFor()
  assert.equal(agent.completions.at(-1)!.headers['x-svc-time-zone'], 'Pacific/Auckland')

  await page.goto(`${url}/?settings=profile`)
  await field.waitFor()
  assert.equal(await field.inputValue(), 'Pacific/Auckland')
  assert.equal(await save.isDisabled(), true)
  assert.deepEqual(browser.complaints, [])
})
