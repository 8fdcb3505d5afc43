import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { allFindings } from '../support/accessibility.ts'
import { openPage, sharedChat, things } from './started-page.ts'

test('a person exports all data as one file and deletes all chats after typing a word; prompts and other people’s chats stay [web.own-data]', async (t) => {
  const { addAdministrator } = await sharedChat()
  const person = await addAdministrator('Dora Data')
  const other = await addAdministrator('Otto Other')
  await other.post('/api/v1/chats/new', { chat: { title: 'Of Otto' } })
  await person.post('/api/v1/prompts/', { name: 'beds', title: 'Beds', text: 'Which beds?' })
  const form = new FormData()
  const bytes = Buffer.from(Array.from({ length: 100_001 }, (_, at) => at % 251))
  form.append('file', new Blob([bytes], { type: 'application/octet-stream' }), 'seeds.bin')
  const uploaded = await person.fetch('/api/v1/files/', { method: 'POST', body: form })
  assert.equal(uploaded.status, 200)

  const { page } = await openPage(t, person)
  await page.goto(person.url)
  await things(page).send('Keep this')
  await things(page).answers.getByText('Hello there').waitFor()
  await page.goto(`${person.url}/?settings=data`)
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export all of my data' }).click()
  const download = await downloading
  assert.equal(download.suggestedFilename(), 'my-data.ndjson')
  const lines = (await readFile(await download.path(), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const of = (type: string) => lines.filter((line) => line.type === type)
  assert.deepEqual(
    [of('account').map(({ name }) => name), of('prompt').map(({ name }) => name)],
    [['Dora Data'], ['beds']],
  )
  assert.deepEqual(
    of('chat').map(({ title }) => title),
    ['Keep this'],
  )
  const [file] = of('file')
  assert.deepEqual([file.name, Buffer.from(file.base64, 'base64').equals(bytes)], ['seeds.bin', true])

  await page.getByRole('button', { name: 'Delete all chats…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete all chats' })
  const confirm = dialog.getByRole('button', { name: 'Delete all chats' })
  assert.ok(await confirm.isDisabled())
  await dialog.getByLabel('Type “delete” to confirm').fill('delete')
  assert.deepEqual(await allFindings(page), [])
  await confirm.click()
  await dialog.waitFor({ state: 'detached' })
  assert.deepEqual((await person.get('/api/v1/chats/list')).json, [])
  assert.equal((await person.get('/api/v1/prompts/')).json.length, 1)
  assert.equal((await other.get('/api/v1/chats/list')).json.length, 1)
})
