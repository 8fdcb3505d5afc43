import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allFindings } from '../support/accessibility.ts'
import { openPage, sharedChat, signal, things } from './started-page.ts'

test('a chat is shared with a named person, read live, continued in a copy, and ended for all readers [web.sharing]', async (t) => {
  const { url, addAdministrator, agent } = await sharedChat()
  agent.notify({ '/prompts': { data: [] } })
  const sharer = await openPage(t, await addAdministrator('Sam Sharer'))
  const reader = await openPage(t, await addAdministrator('Rea Reader'))
  const { page } = sharer
  await page.goto(url)
  await things(page).send('What do ferns like?')
  await things(page).answers.filter({ hasText: 'Hello there' }).waitFor()
  await page.waitForURL('**/c/*')

  await page
    .getByRole('main')
    .or(page.locator('header'))
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Share…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Share “/ })
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await dialog.getByText('Add at least one person.').waitFor()
  await dialog.getByRole('combobox', { name: 'Add people' }).fill('rea r')
  await dialog.getByRole('option', { name: /Rea Reader/ }).click()
  await dialog.getByRole('radio', { name: 'Live' }).click()
  assert.deepEqual(await allFindings(page), [])
  await dialog.getByRole('button', { name: 'Share', exact: true }).click()
  await dialog.getByText('Shared. Send the address').waitFor()
  const address = await dialog.getByText(`${url}/s/`).innerText()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page
    .getByRole('link', { name: /What do ferns like/ })
    .getByRole('img', { name: 'Shared' })
    .waitFor()

  const other = reader.page
  await other.goto(`${url}/shared`)
  await other.getByRole('link', { name: /What do ferns like.*by Sam Sharer/ }).click()
  await other.waitForURL(address)
  await things(other).answers.filter({ hasText: 'Hello there' }).waitFor()
  await other.getByText('Sam Sharer shares this chat with you, including new messages.').waitFor()
  await other.getByRole('article', { name: 'Message from Sam Sharer' }).waitFor()
  for (const name of ['Regenerate', 'Edit', 'Stop'])
    assert.equal(await other.getByRole('button', { name }).count(), 0)
  assert.equal(await things(other).message.count(), 0)
  assert.deepEqual(await allFindings(other), [])

  const rest = signal()
  agent.script(async (answer) => {
    answer.text('They like ')
    await rest.given
    answer.text('shade.')
    answer.finish('stop')
    answer.done()
  })
  await things(page).send('And moss?')
  await things(other).answers.filter({ hasText: 'They like' }).waitFor()
  rest.give()
  await things(other).answers.filter({ hasText: 'They like shade.' }).waitFor()

  await other.getByRole('button', { name: 'Continue in my own chat' }).click()
  await other.waitForURL('**/c/*')
  await things(other).answers.filter({ hasText: 'They like shade.' }).waitFor()
  await things(other).send('And ivy?')
  await things(other).answers.filter({ hasText: 'Hello there' }).nth(1).waitFor()
  await other.goto(address)
  await things(other).answers.nth(1).waitFor()
  assert.equal(await things(other).answers.count(), 2, 'what they said is theirs alone')

  await page.goto(`${url}/search?place=shared`)
  await page.getByRole('checkbox', { name: /What do ferns like/ }).click()
  await page.getByRole('button', { name: 'Stop sharing' }).click()
  await page.getByText('No longer shared: 1', { exact: true }).waitFor()
  await other.getByRole('heading', { name: 'Sharing has ended' }).waitFor({ timeout: 10_000 })
  assert.equal(await things(other).answers.count(), 0)
  await other.reload()
  await other.getByRole('heading', { name: 'You don’t have access to this chat' }).waitFor()
})
