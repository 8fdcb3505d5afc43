import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { sha256 } from '#ground/base/ids.ts'
import { onFolders } from '../support/cluster-run.ts'
import { bytesKept, letGo } from '../support/stored-bytes.ts'
import { until } from '../support/until.ts'
import { ask, finished } from './page.ts'
import { startTestChatapp, type StartedChatapp } from './started-chatapp.ts'

const PNG = Uint8Array.from(
  Buffer.from('89504e470d0a1a0a0000000d494844520000000100000001080600000031', 'hex'),
)

const hashOf = (text: string) => sha256(Buffer.from(text))

const kept = ({ folder }: StartedChatapp) =>
  bytesKept(folder, { area: 'chat-files', folder: join(folder, 'files') })

describe('files', () => {
  test('come back byte for byte and are stored once [chatapp.files]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bytes = Uint8Array.from({ length: 300_000 }, (_, n) => (n * 7919) % 256)
    const first = await ann.upload('Ünï.bin', bytes)
    const second = await ann.upload('copy.bin', bytes)
    assert.deepEqual(
      [first.status, first.json.filename, first.json.meta.size],
      [200, 'Ünï.bin', bytes.length],
    )
    assert.notEqual(first.json.id, second.json.id)
    const response = await ann.fetch(`/api/v1/files/${first.json.id}/content`)
    assert.deepEqual(new Uint8Array(await response.arrayBuffer()), bytes)
    assert.deepEqual(await kept(chat), [sha256(bytes)])
    assert.equal((await ann.delete(`/api/v1/files/${first.json.id}`)).status, 200)
    assert.equal((await ann.get(`/api/v1/files/${second.json.id}/content`)).status, 200)
    await ann.delete(`/api/v1/files/${second.json.id}`)
    assert.deepEqual(await kept(chat), letGo(sha256(bytes)))
  })

  test(
    'are readable by the owner of the folder alone [chatapp.files]',
    { skip: onFolders('a bucket knows no modes') },
    async (t) => {
      const chat = await startTestChatapp(t)
      const ann = await chat.signUp('Ann')
      await ann.upload('a.txt', 'hers')
      const hash = sha256(Buffer.from('hers'))
      const { mode } = await stat(join(chat.folder, 'files', hash.slice(0, 2), hash))
      assert.equal(mode & 0o777, 0o600)
    },
  )

  test('uploads and deletions of the same bytes at once never lose them [chatapp.files]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const kept: string[] = []
    await Promise.all(
      Array.from({ length: 24 }, async (_, n) => {
        const { id } = (await ann.upload(`f${n}.txt`, 'the same')).json
        if (n % 2 === 0) await ann.delete(`/api/v1/files/${id}`)
        else kept.push(id)
      }),
    )
    for (const id of kept) assert.equal((await ann.get(`/api/v1/files/${id}/content`)).text, 'the same')
  })

  test('only raster images are shown inline, for any claimed type [chatapp.files]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const cases: [string, string | Uint8Array<ArrayBuffer>, string, string, string][] = [
      ['dot.png', PNG, 'text/html', 'image/png', 'inline'],
      ['page.html', '<script>alert(1)</script>', 'text/html', 'text/html', 'attachment'],
      ['x.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 'image/svg+xml', 'attachment'],
      ['fake.png', '<script>alert(1)</script>', 'image/png', 'application/octet-stream', 'attachment'],
      ['notes.md', '# hi', '', 'text/markdown', 'attachment'],
      ['odd.txt', 'hi', 'text/plain; charset=x"y', 'text/plain', 'attachment'],
    ]
    for (const [name, content, declared, type, shown] of cases) {
      const { id, meta } = (await ann.upload(name, content, declared)).json
      assert.equal(meta.content_type, type, name)
      const response = await ann.fetch(`/api/v1/files/${id}/content`)
      await response.body!.cancel()
      const header = (field: string) => response.headers.get(field)!
      assert.equal(header('content-disposition').split(';')[0], shown, name)
      assert.equal(header('content-type'), shown === 'inline' ? type : 'application/octet-stream')
      assert.equal(header('x-content-type-options'), 'nosniff')
      assert.match(header('content-security-policy'), /^sandbox; default-src 'none'/)
      const download = await ann.fetch(`/api/v1/files/${id}/content?attachment=true`)
      await download.body!.cancel()
      assert.match(download.headers.get('content-disposition')!, /^attachment/)
    }
  })

  test('names with folders, quotes and line breaks do no harm [chatapp.files]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    for (const [sent, stored] of [
      ['../../etc/passwd', 'passwd'],
      ['C:\\Users\\x\\a.txt', 'a.txt'],
      ['a"b;c.txt', 'a"b;c.txt'],
      ['...', 'file'],
      [`${'ä'.repeat(300)}.pdf`, `${'ä'.repeat(98)}.pdf`],
    ] as const) {
      const { id, filename } = (await ann.upload(sent, 'x')).json
      assert.equal(filename, stored)
      const header = (await ann.get(`/api/v1/files/${id}/content`)).headers.get('content-disposition')!
      assert.match(header, /^attachment; filename="[^"\\]*"; filename\*=UTF-8''[\w.%!-]*$/)
    }
  })

  test('another person’s file is missing, to administrators too [chatapp.files]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const bob = await chat.addUser('Bob', ann)
    const { id } = (await bob.upload('b.txt', 'private')).json
    for (const answer of [
      await ann.get(`/api/v1/files/${id}`),
      await ann.get(`/api/v1/files/${id}/content`),
      await ann.delete(`/api/v1/files/${id}`),
      await bob.get('/api/v1/files/nothing'),
    ])
      assert.deepEqual([answer.status, /could not find/.test(answer.json.detail)], [404, true])
    assert.deepEqual(
      [(await ann.get('/api/v1/files/')).json, (await bob.get('/api/v1/files/')).json.items.length],
      [{ items: [], total: 0 }, 1],
    )
  })

  test('an unchanged file is not sent again [chatapp.files]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const { id, hash } = (await ann.upload('a.txt', 'x')).json
    const again = await ann.get(`/api/v1/files/${id}/content`, { 'if-none-match': `"${hash}"` })
    assert.deepEqual([again.status, again.text], [304, ''])
  })

  test('a file that is too large is refused and leaves nothing [chatapp.file-limit]', async (t) => {
    const chat = await startTestChatapp(t, { maxFileBytes: 100_000 })
    const ann = await chat.signUp('Ann')
    assert.equal((await ann.upload('fits.bin', 'x'.repeat(100_000))).status, 200)
    const before = await kept(chat)
    const over = await ann.upload('over.bin', 'x'.repeat(100_001))
    assert.deepEqual([over.status, over.json.detail], [413, 'The file is too large.'])
    assert.equal((await ann.upload('far-over.bin', 'x'.repeat(3_000_000))).status, 413)
    assert.deepEqual(await kept(chat), before)
    assert.equal((await chat.store.db.selectFrom('chatapp_files').selectAll().execute()).length, 1)
  })

  test('an upload that breaks off leaves nothing [chatapp.file-limit]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const { hostname, port } = new URL(chat.url)
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    await once(socket, 'connect')
    socket.write(
      `POST /api/v1/files/ HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${ann.token}\r\n` +
        'Content-Type: multipart/form-data; boundary=b\r\nContent-Length: 900000\r\n\r\n' +
        '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf a file',
    )
    while ((await kept(chat)).length === 0) await new Promise(setImmediate)
    socket.destroy()
    while ((await kept(chat)).length > 0) await new Promise(setImmediate)
    assert.equal((await ann.get('/api/v1/files/')).json.total, 0)
  })

  test('uploads without a file, or not multipart at all, are refused [chatapp.bad-input]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const other = new FormData()
    other.set('attachment', new Blob(['x']), 'x.txt')
    for (const init of [
      { body: other },
      { body: '{}', headers: { 'content-type': 'application/json' } },
      {},
    ]) {
      const response = await ann.fetch('/api/v1/files/', { method: 'POST', ...init })
      assert.equal(response.status, 422)
      assert.deepEqual((await response.json()).detail[0].loc, ['body', 'file'])
    }
    for (const body of [
      'no boundary',
      '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nx',
    ]) {
      const headers = { 'content-type': 'multipart/form-data; boundary=b' }
      assert.equal((await ann.fetch('/api/v1/files/', { method: 'POST', body, headers })).status, 400)
    }
    assert.deepEqual(await kept(chat), [])
  })

  test('files go with the last chat that shows them [chatapp.files]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const [only, both, loose] = await Promise.all(
      ['only', 'both', 'loose'].map(
        async (name) => (await ann.upload(`${name}.txt`, name)).json.id as string,
      ),
    )
    const first = await ask(ann, { user_message: { content: 'x', files: [{ id: only! }, { id: both! }] } })
    await finished(ann, first)
    await finished(ann, await ask(ann, { user_message: { content: 'y', files: [{ id: both! }] } }))
    await ann.delete(`/api/v1/chats/${first.chatId}`)
    const statuses = await Promise.all(
      [only, both, loose].map(async (id) => (await ann.get(`/api/v1/files/${id}`)).status),
    )
    assert.deepEqual(statuses, [404, 200, 200])
  })

  test('an upload of a deleted account leaves nothing, and is refused [chatapp.files]', async (t) => {
    const chat = await startTestChatapp(t)
    const ann = await chat.signUp('Ann')
    const both = (await ann.upload('a.txt', 'of both')).json
    const uploadOfDeleted = async (name: string, content: string) => {
      const person = await chat.addUser(name, ann)
      const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
      const answer = fetch(`${chat.url}/api/v1/files/`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${person.token}`,
          'content-type': 'multipart/form-data; boundary=end',
        },
        body: readable,
        duplex: 'half',
      } as RequestInit)
      const writer = writable.getWriter()
      const head = 'Content-Disposition: form-data; name="file"; filename="a.txt"'
      const before = (await kept(chat)).length
      await writer.write(Buffer.from(`--end\r\n${head}\r\n\r\n${content}`))
      await until(async () => (await kept(chat)).length !== before)
      assert.equal((await ann.delete(`/api/v1/users/${person.id}`)).status, 200)
      await writer.write(Buffer.from('\r\n--end--\r\n'))
      await writer.close()
      return (await answer).status
    }
    const left = [hashOf('of both'), ...letGo(hashOf('of Bob alone'))].toSorted()
    for (const [name, content] of [
      ['Bob', 'of Bob alone'],
      ['Cal', 'of both'],
    ] as const) {
      assert.equal(await uploadOfDeleted(name, content), 401)
      assert.deepEqual((await kept(chat)).toSorted(), left)
    }
    assert.equal((await ann.get(`/api/v1/files/${both.id}/content`)).text, 'of both')
  })

  test('a restart deletes the remains of an unfinished upload [chatapp.files]', async (t) => {
    const chat = await startTestChatapp(t)
    await writeFile(join(chat.folder, 'files', 'incoming', 'left'), 'half')
    await chat.stop()
    const again = await startTestChatapp(t, { folder: chat.folder, location: chat.location })
    assert.deepEqual(await kept(again), [])
  })

  test(
    'unreferenced files are gone after a restart, unless the store references none at all [chatapp.files]',
    { skip: onFolders('in a bucket they go after a day') },
    async (t) => {
      const chat = await startTestChatapp(t)
      const ann = await chat.signUp('Ann')
      const unnamed = sha256(Buffer.from('nobody’s'))
      await mkdir(join(chat.folder, 'files', unnamed.slice(0, 2)))
      await writeFile(join(chat.folder, 'files', unnamed.slice(0, 2), unnamed), 'nobody’s')
      const restarted = async (before: StartedChatapp) => {
        await before.stop()
        return startTestChatapp(t, { folder: chat.folder, location: chat.location })
      }
      const second = await restarted(chat)
      const { url } = second
      const body = new FormData()
      body.set('file', new Blob(['Ann’s']), 'a.txt')
      const headers = { authorization: `Bearer ${ann.token}` }
      assert.equal((await fetch(`${url}/api/v1/files/`, { method: 'POST', headers, body })).status, 200)
      const named = sha256(Buffer.from('Ann’s'))
      assert.deepEqual((await kept(second)).toSorted(), [named, unnamed].toSorted())
      const third = await restarted(second)
      for (let tries = 0; (await kept(third)).length > 1 && tries < 100; tries++) await setTimeout(50)
      assert.deepEqual(await kept(third), [named])
    },
  )
})

test('a part of a file is sent to a client that asks for one [chatapp.ranges]', async (t) => {
  const chat = await startTestChatapp(t)
  const ann = await chat.signUp('Ann')
  const { id, hash } = (await ann.upload('a.txt', '0123456789')).json
  const ask = async (headers: Record<string, string>) => {
    const answer = await ann.get(`/api/v1/files/${id}/content`, headers)
    return [answer.status, answer.text, answer.headers.get('content-range')]
  }
  assert.deepEqual(await ask({ range: 'bytes=2-4' }), [206, '234', 'bytes 2-4/10'])
  assert.deepEqual(await ask({ range: 'bytes=-3' }), [206, '789', 'bytes 7-9/10'])
  assert.deepEqual(await ask({ range: 'bytes=10-' }), [416, '', 'bytes */10'])
  assert.deepEqual(await ask({ range: 'bytes=2-4', 'if-range': `"${hash}"` }), [206, '234', 'bytes 2-4/10'])
  assert.deepEqual(await ask({ range: 'bytes=2-4', 'if-range': '"older"' }), [200, '0123456789', null])
})
