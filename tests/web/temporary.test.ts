import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allFindings } from '../support/accessibility.ts'
import { openPage, sharedChat, things } from './started-page.ts'

test('a temporary chat is in no list, search or export, says so, and is deleted when the person leaves it [web.temporary]', async (t) => {
  const { addAdministrator } = await sharedChat()
  const person = await addAdministrator('Tia Temporary')
  const { page } = await openPage(t, person)
  const chat = things(page)
  await page.goto(person.url)
  const toggle = page.getByRole('button', { name: 'Temporary chat' })
  await toggle.click()
  assert.equal(await toggle.getAttribute('aria-pressed'), 'true')
  await page.getByText('it appears in no list, search or export').waitFor()
  assert.deepEqual(await allFindings(page), [])
  await chat.send('A secret about orchids')
  await chat.answers.getByText('Hello there').waitFor()
  await page.waitForURL('**/c/temporary-*')
  await chat.send('And more')
  await chat.answers.getByText('Hello there').nth(1).waitFor()
  await page.getByText('it appears in no list, search or export').waitFor()
  const id = new URL(page.url()).pathname.replace('/c/', '')

  const nowhere = async () => {
    for (const path of ['list', 'search?text=orchids', 'pinned', 'archived'])
      assert.deepEqual((await person.get(`/api/v1/chats/${path}`)).json, [], path)
    for (const path of ['/api/v1/chats/all', '/api/v1/users/user/export'])
      assert.doesNotMatch((await person.get(path)).text, /orchids/)
  }
  await nowhere()
  assert.equal(await page.getByRole('navigation', { name: 'Chats' }).getByText('orchids').count(), 0)
  assert.equal((await person.get(`/api/v1/chats/${id}`)).status, 200)

  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('link', { name: 'New chat' }).click()
  assert.equal((await removed).status(), 200)
  assert.equal((await person.get(`/api/v1/chats/${id}`)).status, 401)
  assert.equal(await toggle.getAttribute('aria-pressed'), 'false')

  await toggle.click()
  await chat.send('Another secret')
  await page.waitForURL('**/c/temporary-*')
  await chat.answers.getByText('Hello there').waitFor()
  const second = new URL(page.url()).pathname.replace('/c/', '')
  await page.close()
  const statusOf = async () => (await person.get(`/api/v1/chats/${second}`)).status
  for (let tries = 0; (await statusOf()) !== 401 && tries < 100; tries++)
    await new Promise((resolve) => setTimeout(resolve, 50))
  assert.equal(await statusOf(), 401, 'deleted with its tab')
})
