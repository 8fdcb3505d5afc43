import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { CallerChats } from '#core/chats/chats.ts'
import { explicitChat, scopeFolder } from '#core/chats/scope.ts'
import { chatsIn } from '../support/agent-chats.ts'
import { testClock } from '../support/clock.ts'
import { folderWith } from '../support/folder.ts'

const ann = { email: 'ann@example.com', surface: 'chatapp', groups: [] }
const bob = { ...ann, email: 'bob@example.com' }

async function openTestChats(
  t: TestContext,
): Promise<{ chats: CallerChats; folder: string; reopen(): Promise<CallerChats> }> {
  const folder = join(await folderWith(t, {}), '.chats')
  const clock = testClock()
  const reopen = () => chatsIn(folder, clock)
  return { chats: await reopen(), folder, reopen }
}

const bytes = (text: string) => new TextEncoder().encode(text)

test('a chat’s record names its id, its owner and when it began [chats.owner]', async (t) => {
  const { chats, folder } = await openTestChats(t)
  await chats.open(explicitChat('plans'), ann)
  const { link_generation: generation, ...record } = JSON.parse(
    await readFile(join(folder, scopeFolder('plans'), 'chat.json'), 'utf8'),
  )
  assert.ok(Number.isSafeInteger(generation) && generation > 0)
  assert.deepEqual(record, { id: 'plans', owner: 'ann@example.com', created_at: '2026-11-20T12:00:00.000Z' })
  assert.equal((await stat(join(folder, scopeFolder('plans')))).mode & 0o777, 0o700)
  assert.deepEqual(await readdir(join(folder, scopeFolder('plans'))), ['chat.json'])
})

test('a chat in use is found without reading its record again', async (t) => {
  const { chats, folder } = await openTestChats(t)
  await chats.open(explicitChat('plans'), ann)
  await rm(join(folder, scopeFolder('plans')), { recursive: true })
  assert.match((await chats.open(explicitChat('plans'), bob)).id, /^plans~/)
  assert.equal((await chats.open(explicitChat('plans'), ann)).id, 'plans')
})

test('a chat with an unreadable record cannot be taken by any person [chats.owner]', async (t) => {
  const { folder, reopen } = await openTestChats(t)
  for (const [id, broken] of Object.entries({
    empty: '',
    half: '{"id":"half"',
    odd: 'null',
    list: '[]',
    other: '{"owner":7}',
  })) {
    await mkdir(join(folder, scopeFolder(id)), { recursive: true })
    await writeFile(join(folder, scopeFolder(id), 'chat.json'), broken)
    const chats = await reopen()
    assert.match((await chats.open(explicitChat(id), ann)).id, new RegExp(`^${id}~[0-9a-f]{8}$`))
  }
})

test('a caller who first used another caller’s chat id shares no chat with them [chats.owner]', async (t) => {
  const { chats, folder } = await openTestChats(t)
  await chats.open(explicitChat('plans'), ann)
  const { id: bobs } = await chats.open(explicitChat('plans'), bob)
  const other = join(folder, scopeFolder(bobs), 'chat.json')
  await writeFile(other, JSON.stringify({ id: bobs, owner: 'eve@example.com', created_at: '' }))
  const again = await chatsIn(folder, testClock())
  assert.match((await again.open(explicitChat('plans'), bob)).id, /^plans~[0-9a-f]{64}$/)
})

test('files are listed with size and type, from any source', async (t) => {
  const { chats } = await openTestChats(t)
  const { files } = await chats.open(explicitChat('c'), ann)
  assert.deepEqual(await files.list(), [])
  await files.save('b.csv', bytes('a,b'))
  await files.save('page', bytes('<p>'), 'text/html; charset=utf-8')
  await writeFile(join(files.folder, 'a.txt'), 'by hand')
  await writeFile(join(files.folder, '.hidden'), 'x')
  await mkdir(join(files.folder, 'folder'))
  assert.deepEqual(await files.list(), [
    { filename: 'a.txt', size: 7, contentType: 'text/plain' },
    { filename: 'b.csv', size: 3, contentType: 'text/csv' },
    { filename: 'page', size: 3, contentType: 'text/html' },
  ])
})

test('other content under an existing name gets another name [chats.files]', async (t) => {
  const { chats } = await openTestChats(t)
  const { files } = await chats.open(explicitChat('c'), ann)
  const names = []
  for (const content of ['one', 'two', 'one', 'three', 'two'])
    names.push((await files.save('a.txt', bytes(content))).filename)
  assert.deepEqual(names, ['a.txt', 'a-2.txt', 'a.txt', 'a-3.txt', 'a-2.txt'])
  await writeFile(join(files.folder, 'a.txt'), 'changed by a tool')
  assert.equal((await files.save('a.txt', bytes('one'))).filename, 'a-4.txt')
  assert.equal(await readFile(join(files.folder, 'a.txt'), 'utf8'), 'changed by a tool')
})

test('drafts of a crash are removed at the next start once they are old [chats.drafts]', async (t) => {
  const { folder, reopen } = await openTestChats(t)
  const incoming = join(folder, '.incoming')
  await mkdir(incoming, { recursive: true })
  const now = testClock().now() / 1000
  for (const [name, hours] of [
    ['old', 37],
    ['young', 35],
  ] as const) {
    await writeFile(join(incoming, name), 'x')
    await utimes(join(incoming, name), now, now - hours * 3600)
  }
  await reopen()
  assert.deepEqual(await readdir(incoming), ['young'])
})
