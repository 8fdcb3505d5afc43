import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { explicitChat, linkSegment } from '#core/chats/scope.ts'
import { ann, bob, bytes, endedTurn, ENGINES, filesBelow } from './engines.ts'

for (const { name, open, skip } of ENGINES) {
  test(`racing processes agree on one owner in ${name} [chats.owner]`, { skip }, async (t) => {
    const { reopen } = await open(t)
    const processes = await Promise.all(Array.from({ length: 8 }, reopen))
    const opened = await Promise.all(
      processes.map((chats, n) =>
        chats.open(explicitChat('race'), { ...ann, email: `person${n}@example.com` }),
      ),
    )
    assert.equal(opened.filter(({ id }) => id === 'race').length, 1)
  })

  test(
    `the only owner of a chat finds its files in ${name}, by its id and by its link [chats.owner]`,
    { skip },
    async (t) => {
      const { chats, reopen } = await open(t)
      const plans = await chats.open(explicitChat('plans'), ann)
      await plans.files.save('a.txt', bytes('one'))
      const again = await reopen()
      const { id: bobs, files } = await again.open(explicitChat('plans'), bob)
      assert.match(bobs, /^plans~[0-9a-f]{8}$/)
      assert.deepEqual(await files.list(), [])
      assert.equal(await again.ownFiles('plans', { ...bob, email: 'eve@example.com' }), null)
      const own = await again.ownFiles(linkSegment('plans'), ann)
      assert.deepEqual(await own!.list(), [{ filename: 'a.txt', size: 3, contentType: 'text/plain' }])
      assert.deepEqual(await again.filesAt('plans').list(), await own!.list())
    },
  )

  test(
    `only the owner of a chat revokes its links, for every process in ${name} [bridge.artifact-links.revoked]`,
    { skip },
    async (t) => {
      const { chats, reopen } = await open(t)
      const again = await reopen()
      const plans = await chats.open(explicitChat('plans'), ann)
      const other = await chats.open(explicitChat('other'), ann)
      const opens = (link: string) => {
        const { pathname, searchParams: query } = new URL(link, 'http://hub')
        const [segment, filename] = pathname.split('/').slice(2).map(decodeURIComponent) as [string, string]
        return again.linkOpens({ segment, filename, query })
      }
      const [lasting, elsewhere] = [await plans.linkTo("a (1)'.txt"), await other.linkTo('a.txt')]
      const brief = (await again.pageLinkTo({ segment: 'plans', filename: 'a.txt' }, ann))!
      for (const link of [lasting, brief]) assert.ok(await opens(link), link)
      assert.equal(await again.pageLinkTo({ segment: 'plans', filename: 'a.txt' }, bob), null)
      assert.equal(await again.revokeLinks('plans', bob), false)
      assert.ok(await opens(lasting))
      assert.equal(await again.revokeLinks(linkSegment('plans'), ann), true)
      assert.deepEqual(
        [
          await opens(lasting),
          await opens(brief),
          await opens(elsewhere),
          await opens(await plans.linkTo('a.txt')),
        ],
        [false, false, true, true],
      )
      assert.equal((await again.open(explicitChat('plans'), ann)).id, 'plans', 'the owner stays')

      // Links of a deleted chat must not open files of a later chat with the same id.
      const link = await other.linkTo('a.txt')
      for (const who of [ann, bob]) {
        await again.remove(explicitChat('other'), ann.email)
        const next = await (await reopen()).open(explicitChat('other'), who)
        assert.deepEqual([next.id, await opens(link)], ['other', false])
        assert.ok(await opens(await next.linkTo('a.txt')))
      }
    },
  )

  test(
    `other content under an existing name gets another name in ${name} [chats.files]`,
    { skip },
    async (t) => {
      const { chats } = await open(t)
      const { files } = await chats.open(explicitChat('c'), ann)
      const names = []
      for (const content of ['one', 'two', 'one', 'three', 'two'])
        names.push((await files.save('a.txt', bytes(content))).filename)
      assert.deepEqual(names, ['a.txt', 'a-2.txt', 'a.txt', 'a-3.txt', 'a-2.txt'])
      const saved = await Promise.all(
        Array.from({ length: 6 }, (_, n) => files.save('b.txt', bytes(`content ${n % 3}`))),
      )
      assert.equal(new Set(saved.map(({ filename }) => filename)).size, 3)
    },
  )

  test(
    `files of ${name} are read as they were saved, whole and in part, with the type that was declared [chats.files]`,
    { skip },
    async (t) => {
      const { chats } = await open(t)
      const { files } = await chats.open(explicitChat('c'), ann)
      await files.save('page', bytes('<p>hello'), 'text/html; charset=utf-8')
      async function* stream() {
        yield bytes('a,b\n')
        yield bytes('1,2\n')
      }
      const saved = await files.saveStream('b.csv', stream(), { maxBytes: 8 })
      assert.deepEqual(saved, { ok: true, value: { filename: 'b.csv', size: 8 } })
      assert.deepEqual(await files.list(), [
        { filename: 'b.csv', size: 8, contentType: 'text/csv' },
        { filename: 'page', size: 8, contentType: 'text/html' },
      ])
      const page = (await files.open('page'))!
      assert.deepEqual([page.contentType, page.size], ['text/html', 8])
      assert.equal((await buffer(page.read({ start: 3, end: 7 }))).toString(), 'hello')
      const again = (await files.open('page'))!
      await again.close()
      assert.equal(again.version, page.version)
      for (const other of ['nothing', '../c', '.hidden', 'page/', ''])
        assert.equal(await files.open(other), null)
    },
  )

  test(`a stream that breaks or is too long leaves nothing in ${name} [chats.files]`, { skip }, async (t) => {
    const { chats, folder } = await open(t)
    const { files } = await chats.open(explicitChat('c'), ann)
    async function* breaking() {
      yield bytes('half')
      throw new Error('gone')
    }
    async function* long() {
      for (let n = 0; n < 10; n++) yield bytes('more and more')
    }
    await assert.rejects(files.saveStream('a.txt', breaking(), { maxBytes: 100 }), /gone/)
    assert.deepEqual(await files.saveStream('a.txt', long(), { maxBytes: 100 }), {
      ok: false,
      refusal: { code: 'too_large', maxBytes: 100 },
    })
    assert.deepEqual(await files.list(), [])
    const left = await filesBelow(join(folder, '..'))
    assert.deepEqual(
      left.filter((file) => file !== 'chat.json' && file !== '.in-store'),
      [],
    )
  })

  test(
    `a file written to the folder of a chat in ${name} belongs to the chat, unchanged [chats.by-path]`,
    { skip },
    async (t) => {
      const { chats, reopen } = await open(t)
      const { files } = await chats.open(explicitChat('c'), ann)
      await files.save('kept.txt', bytes('kept'))
      await files.pull()
      await writeFile(join(files.folder, 'made.csv'), 'a,b')
      await writeFile(join(files.folder, 'kept.txt'), 'changed by a tool')
      await writeFile(join(files.folder, '.hidden'), 'x')
      await files.push()
      const other = (await (await reopen()).ownFiles('c', ann))!
      assert.deepEqual(await other.list(), [
        { filename: 'kept.txt', size: 17, contentType: 'text/plain' },
        { filename: 'made.csv', size: 3, contentType: 'text/csv' },
      ])
      const changed = (await other.open('kept.txt'))!
      assert.equal((await buffer(changed.read())).toString(), 'changed by a tool')
      assert.equal((await files.save('kept.txt', bytes('kept'))).filename, 'kept-2.txt')
    },
  )

  test(
    `a chat removed from ${name} is gone with its files, and no other chat is [chats.removed]`,
    { skip },
    async (t) => {
      const { chats, folder, reopen } = await open(t)
      const mine = await chats.open(explicitChat('run-1'), ann)
      await mine.files.save('a.txt', bytes('one'))
      await mine.recordTurn(endedTurn('t1'))
      await (await chats.open(explicitChat('run-2'), bob)).files.save('a.txt', bytes('two'))
      await chats.remove(explicitChat('run-1'), bob.email)
      assert.equal((await mine.files.list()).length, 1)
      for (let n = 0; n < 2; n++) await chats.remove(explicitChat('run-1'), ann.email)
      const again = await reopen()
      assert.equal(await again.ownFiles('run-1', ann), null)
      assert.equal((await (await again.ownFiles('run-2', bob))!.list()).length, 1)
      const left = await filesBelow(join(folder, '..'))
      assert.ok(!left.includes(sha('one')), 'the bytes are gone')
    },
  )
}

const sha = (text: string) => createHash('sha256').update(text).digest('hex')
