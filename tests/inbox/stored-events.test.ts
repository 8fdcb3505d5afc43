import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { delivery, inboxOf } from './support.ts'

async function withEvents(t: Parameters<typeof inboxOf>[0], count: number) {
  const open = await inboxOf(t)
  for (let n = 0; n < count; n++) await open.inbox.store(delivery(`{"n":${n}}`, `d-${n}`))
  return { ...open, names: await open.pending(), at: join(open.folder, '.inbound/webhooks/webhook') }
}

test('processed events leave the inbox for their folder, and moving them twice changes nothing [inbox.processed]', async (t) => {
  const { stored, names } = await withEvents(t, 3)
  const [first, ...rest] = names
  await stored.move(names.slice(0, 2), 'pending', 'processed')
  await stored.move(names.slice(0, 2), 'pending', 'processed')
  assert.deepEqual(await stored.list('processed'), [first, rest[0]])
  assert.deepEqual(await stored.list('pending'), [rest[1]])
})

test('a move that was cut short is finished by the next, wherever it was cut', async (t) => {
  const { stored, names, at } = await withEvents(t, 1)
  mkdirSync(join(at, '.processed'), { recursive: true })
  linkSync(join(at, names[0]!), join(at, '.processed', names[0]!))
  await stored.move(names, 'pending', 'processed')
  assert.deepEqual(await stored.list('pending'), [])
  assert.deepEqual(await stored.list('processed'), names)
})

test('a file that is in the way is kept, and so is the event [inbox.processed]', async (t) => {
  const { stored, names, at } = await withEvents(t, 1)
  mkdirSync(join(at, '.processed'), { recursive: true })
  writeFileSync(join(at, '.processed', names[0]!), 'older')
  await stored.move(names, 'pending', 'processed')
  assert.equal(readFileSync(join(at, '.processed', names[0]!), 'utf8'), 'older')
  assert.equal((await stored.list('processed')).length, 2)
  assert.deepEqual(await stored.list('pending'), [])
})

test('only regular files count as events: no links, pipes, folders or hidden files', async (t) => {
  const { stored, names, at } = await withEvents(t, 1)
  symlinkSync('/etc/passwd', join(at, 'link.json'))
  execFileSync('mkfifo', [join(at, 'pipe.json')])
  mkdirSync(join(at, 'folder.json'))
  writeFileSync(join(at, '.hidden.json'), '')
  assert.deepEqual(await stored.list('pending'), names)
  await assert.rejects(stored.read('pending', 'link.json'))
  await assert.rejects(stored.read('pending', 'pipe.json'), /not a regular file/)
  await assert.rejects(stored.read('pending', '../../../../etc/passwd.json'), TypeError)
})

test('an event that is too large to show is refused, one that is gone is null', async (t) => {
  const { stored, names, at } = await withEvents(t, 1)
  await assert.rejects(stored.read('pending', names[0]!, 10), /larger than 10 bytes/)
  unlinkSync(join(at, names[0]!))
  assert.equal(await stored.read('pending', names[0]!), null)
  assert.equal(await stored.replay('pending', names[0]!), null)
})

test('a replayed event is a new pending one with the same content, and the old one stays', async (t) => {
  const { stored, names } = await withEvents(t, 1)
  await stored.move(names, 'pending', 'processed')
  const again = await stored.replay('processed', names[0]!)
  assert.deepEqual(await stored.list('pending'), [again])
  assert.ok(again! > names[0]!)
  assert.deepEqual(await stored.read('pending', again!), await stored.read('processed', names[0]!))
})

test('a Hub without an inbox has no events', async (t) => {
  const { folder, stored, inbox } = await inboxOf(t)
  await inbox[Symbol.asyncDispose]()
  execFileSync('rm', ['-rf', join(folder, '.inbound')])
  assert.deepEqual(await stored.list('pending'), [])
  assert.equal(await stored.count('quarantined'), 0)
})
