import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { allFindings } from '../support/accessibility.ts'
import { openPage, sharedChat } from './started-page.ts'

const LINES = Array.from({ length: 40 }, (_, n) => `line ${n}`).join('\n')
const messages = {
  q: { role: 'user', content: 'What grows in shade?' },
  a: {
    role: 'assistant',
    parentId: 'q',
    model: 'garden',
    finish_reason: 'length',
    content: `Ferns.\n\n\`\`\`txt\n${LINES}\n\`\`\``,
    tools: [
      { id: 'one', name: 'search_files', title: 'Searched files', state: 'done', at: 0 },
      { id: 'two', name: 'flaky', title: 'Flaky sensor', state: 'failed', at: 8 },
    ],
  },
}
const chat = (title: string) => ({ title, models: ['garden'], history: { currentId: 'a', messages } })

async function saved(page: Page, click: () => Promise<void>) {
  const [file] = await Promise.all([page.waitForEvent('download'), click()])
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') }
}

const bring = (page: Page, text: string) =>
  page
    .locator('input[type=file][accept*=json]')
    .setInputFiles({ name: 'chats.json', mimeType: 'application/json', buffer: Buffer.from(text) })

test('a chat is exported as Markdown, as JSON and on paper, and all chats as one file for import [web.export]', async (t) => {
  const { addAdministrator } = await sharedChat()
  const ema = await addAdministrator('Ema Export')
  const { id } = (await ema.post('/api/v1/chats/new', { chat: chat('Shade: what grows?') })).json
  const old = (await ema.post('/api/v1/chats/new', { chat: chat('Old') })).json.id
  await ema.post(`/api/v1/chats/${old}/archive`)
  const { page, browser } = await openPage(t, ema)
  await page.goto(`${ema.url}/c/${id}`)
  const act = async (name: string) => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: /^Actions for/ })
      .click()
    await page.getByRole('menuitem', { name }).click()
  }
  const markdown = await saved(page, () => act('Export as Markdown'))
  assert.equal(markdown.name, 'Shade what grows.md')
  assert.match(
    markdown.text,
    /^# Shade: what grows\?\n\n## You\n[^]*## garden\n[^]*line 39[^]*\n> The model reached its length limit, so this answer is incomplete\./,
  )
  const json = await saved(page, () => act('Export as JSON'))
  assert.deepEqual(
    JSON.parse(json.text).map(({ title }: any) => title),
    ['Shade: what grows?'],
  )

  const [paper] = await Promise.all([browser.context.waitForEvent('page'), act('Print…')])
  await paper.getByRole('heading', { level: 1, name: 'Shade: what grows?' }).waitFor()
  await paper.getByText('line 39').waitFor()
  await paper.getByText('The model reached its length limit').waitFor()
  assert.match(
    await paper.getByRole('main').innerText(),
    /Searched files[^]*Ferns\.[^]*Flaky sensor[^]*failed[^]*line 39/,
  )
  assert.equal(await paper.getByRole('button', { name: /Show all/ }).count(), 0, 'nothing is folded')
  assert.deepEqual(await allFindings(paper), [])
  await paper.emulateMedia({ media: 'print' })
  assert.equal(await paper.getByRole('button').filter({ visible: true }).count(), 0)
  await paper.close()

  await page.goto(`${ema.url}/?settings=data`)
  const all = await saved(page, () => page.getByRole('button', { name: 'Export all chats' }).click())
  await page.getByText('2 chats were exported.').waitFor()
  assert.deepEqual(
    JSON.parse(all.text)
      .map(({ title, archived }: any) => [title, archived])
      .toSorted(),
    [
      ['Old', true],
      ['Shade: what grows?', false],
    ],
  )

  await bring(page, 'no JSON')
  await page.getByText('There are no chats in this file.').waitFor()
  const [first] = JSON.parse(all.text)
  const spoilt = { title: 'Spoilt', chat: null }
  await bring(page, JSON.stringify([{ ...first, title: 'Brought back' }, spoilt, 'none']))
  await page.getByText('1 chat was imported. 2 chats were not imported.').waitFor()
  const refused = page.getByRole('region', { name: 'Not imported' }).getByRole('listitem')
  const reason = 'This entry of the file has no chat, so it can’t be imported.'
  assert.deepEqual(await refused.allInnerTexts(), [`Spoilt\n${reason}`, `Entry 3 of the file\n${reason}`])
  assert.deepEqual(await allFindings(page), [])
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Brought back' }).click()
  await page.getByText('Ferns.').waitFor()
  assert.deepEqual(
    browser.complaints.filter((one) => !/400/.test(one)),
    [],
  )
})

const SESSION_GONE = { status: 401, json: { code: 'session_gone', detail: 'Please sign in again.' } }

test('an import waits at the rate limit, lists a chat that fails, and continues where the server was away [web.import]', async (t) => {
  const { addAdministrator } = await sharedChat()
  const ida = await addAdministrator('Ida Import')
  const { page } = await openPage(t, ida)
  const sent: { title: string; atMs: number }[] = []
  await page.route('**/api/v1/chats/import', async (route) => {
    const { title } = route.request().postDataJSON().chats[0]
    sent.push({ title, atMs: performance.now() })
    const isFirst = sent.filter((one) => one.title === title).length === 1
    if (title === 'Broken') await route.fulfill({ status: 500, json: { detail: 'Broken' } })
    else if (!isFirst || title === 'Last') await route.continue()
    else if (title === 'Limited')
      await route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json: { code: 'rate_limited' } })
    else if (title === 'Cut') await route.abort()
    else await route.fulfill(SESSION_GONE)
  })
  await page.goto(`${ida.url}/?settings=data`)
  const titles = ['Limited', 'Broken', 'Cut', 'Signed out', 'Last']
  await bring(page, JSON.stringify(titles.map(chat)))
  await page.getByText('The import stopped at entry 3 of 5.').waitFor()
  await page.getByText('1 chat was imported. 1 chat was not imported.').waitFor()
  assert.deepEqual(await allFindings(page), [])
  const [limited, again] = sent
  assert.ok(again!.atMs - limited!.atMs > 900, 'waits as long as Retry-After requires')

  const resume = page.getByRole('button', { name: 'Continue the import' })
  await resume.click()
  await page.getByText('The import stopped at entry 4 of 5.').waitFor()
  await page.getByText('2 chats were imported. 1 chat was not imported.').waitFor()
  await resume.click()
  await page.getByText('4 chats were imported. 1 chat was not imported.').waitFor()
  assert.equal(await resume.count(), 0)
  const refused = page.getByRole('region', { name: 'Not imported' }).getByRole('listitem')
  assert.match((await refused.allInnerTexts()).join(), /^Broken\n/)
  const stored = (await ida.get('/api/v1/chats/')).json.map((one: any) => one.title)
  assert.deepEqual(stored.toSorted(), ['Cut', 'Last', 'Limited', 'Signed out'])
})

test('an export fails when the session ends, instead of leaving chats out [web.export]', async (t) => {
  const { addAdministrator } = await sharedChat()
  const eve = await addAdministrator('Eve Export')
  const add = async (title: string) =>
    (await eve.post('/api/v1/chats/new', { chat: chat(title) })).json.id as string
  const [kept, gone] = [await add('Kept'), await add('Gone')]
  const { page } = await openPage(t, eve)
  await page.goto(`${eve.url}/?settings=data`)
  const exportAll = page.getByRole('button', { name: 'Export all chats' })
  await page.route(`**/api/v1/chats/${gone}`, (route) => route.fulfill(SESSION_GONE))
  await exportAll.click()
  await page
    .getByRole('alert')
    .getByText(/sign in/i)
    .waitFor()
  await page.unrouteAll()
  await page.route('**/api/v1/chats/*', async (route) => {
    if (route.request().url().endsWith(gone)) await eve.delete(`/api/v1/chats/${gone}`)
    await route.continue()
  })
  const all = await saved(page, () => exportAll.click())
  assert.deepEqual(
    JSON.parse(all.text).map(({ id }: any) => id),
    [kept],
  )
})
