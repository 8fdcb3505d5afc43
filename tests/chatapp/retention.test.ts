import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { startDeletions } from '#chatapp/chats/deletions.ts'
import { BACKENDS } from '../support/stores.ts'
import { manualClock } from '../support/manual-clock.ts'
import { until } from '../support/until.ts'
import type { Client } from './client.ts'
import { ask, finished } from './page.ts'
import { startTestChatapp } from './started-chatapp.ts'

const make = async (client: Client, title: string, content = 'nothing'): Promise<string> =>
  (
    await client.post('/api/v1/chats/new', {
      chat: { title, history: { messages: { m1: { role: 'user', content } } } },
    })
  ).json.id

const titles = async (client: Client, path: string): Promise<string[]> =>
  (await client.get(path)).json.map(({ title }: { title: string }) => title)

const batch = async (client: Client, act: string, ids: readonly string[], more: object = {}) =>
  (await client.post('/api/v1/chats/batch', { act, ids, ...more })).json?.ids?.toSorted()

for (const backend of BACKENDS)
  describe(`lists of chats on ${backend.kind}`, { skip: backend.skip }, () => {
    test('each page begins after the last chat of the previous page, for any new chats [chatapp.paging]', async (t) => {
      const chat = await startTestChatapp(t, { location: await backend.locate(t) })
      const ann = await chat.signUp('Ann')
      const ids = []
      for (let n = 0; n < 130; n++) ids.push(await make(ann, `Chat ${n}`))
      await batch(ann, 'pin', ids.slice(0, 2))
      const seen: string[] = []
      let query = 'page=1'
      for (let pages = 0; query; pages++) {
        assert.ok(pages < 5)
        const { json } = await ann.get(`/api/v1/chats/list?include_pinned=false&${query}`)
        seen.push(...json.map(({ id }: { id: string }) => id))
        const last = json.at(-1)
        query = json.length === 60 ? `cursor=${last.updated_at}.${last.id}` : ''
        await make(ann, 'Meanwhile')
      }
      const rest = ids.slice(2)
      assert.deepEqual(
        seen.filter((id) => rest.includes(id)).toSorted(),
        rest.toSorted(),
        'each once, without those that are pinned',
      )
      assert.equal((await titles(ann, '/api/v1/chats/pinned')).length, 2)
      assert.equal((await titles(ann, '/api/v1/chats/list')).length, 133, 'all at once, as programs ask')
      assert.equal((await ann.get('/api/v1/chats/list?cursor=no')).status, 422)
    })

    test('a search shows the text around a match, and can be filtered [chatapp.search-snippets]', async (t) => {
      const chat = await startTestChatapp(t, { location: await backend.locate(t) })
      const ann = await chat.signUp('Ann')
      const { json: file } = await ann.upload('plan.txt', 'Water')
      const turn = await ask(ann, { user_message: { content: 'Old marigold', files: [{ id: file.id }] } })
      await finished(ann, turn)
      const two = await make(ann, 'Marigold', 'nothing of it')
      const three = await make(
        ann,
        'Beds',
        `${'so much before '.repeat(30)} <b>Marigolds</b> ${'and after '.repeat(60)}`,
      )
      await batch(ann, 'archive', [two])
      await batch(ann, 'pin', [three])
      const found = async (filters: string) =>
        (await ann.get(`/api/v1/chats/search?text=marigold&${filters}`)).json as any[]
      const byId = new Map((await found('')).map((one) => [one.id, one]))
      const marked = (text: string, marks: [number, number][]) =>
        marks.map(([from, to]) => text.slice(from, to))
      const beds = byId.get(three)
      assert.match(beds.snippet, /^….*<b>Marigolds<\/b> and after.*…$/)
      assert.deepEqual(marked(beds.snippet, beds.marks), ['Marigold'])
      assert.equal(beds.message_id, 'm1')
      const only = byId.get(two)
      assert.deepEqual(
        [only.snippet, only.message_id, marked(only.title, only.title_marks)],
        [null, null, ['Marigold']],
      )
      assert.equal(byId.get(turn.chatId).message_id, turn.promptId)
      const ids = async (filters: string) => (await found(filters)).map(({ id }) => id)
      assert.deepEqual(await ids('archived=true'), [two])
      assert.deepEqual(await ids('pinned=true'), [three])
      assert.deepEqual(await ids('files=true'), [turn.chatId])
      assert.deepEqual(await ids('model=garden'), [turn.chatId])
      assert.deepEqual(await ids('files=false&archived=false'), [three])
      assert.deepEqual(await ids('older_than=10'), [])
      assert.equal((await ids('newer_than=10')).length, 3)
      const { id: folder } = (await ann.post('/api/v1/folders/', { name: 'Beds' })).json
      await ann.post('/api/v1/chats/batch', { ids: [two], act: 'move', folder_id: folder })
      assert.deepEqual(await ids(`folder_id=${folder}`), [two])
      assert.deepEqual(await ids('folder_id=no-such'), [])
      const { updated_at, id } = (await found(''))[0]
      assert.equal((await ids(`cursor=${updated_at}.${id}`)).length, 2, 'results go on behind the last')
    })

    test('a deletion can be undone for ten seconds, and is final afterwards, with the files [chatapp.undo]', async (t) => {
      const clock = manualClock(Date.now())
      const chat = await startTestChatapp(t, {
        location: await backend.locate(t),
        clock,
        defaultRole: 'user',
      })
      const ann = await chat.signUp('Ann')
      const bob = await chat.signUp('Bob')
      const { json: file } = await ann.upload('plan.txt', 'Water the ferns')
      const turn = await ask(ann, { user_message: { content: 'Ferns', files: [{ id: file.id }] } })
      await finished(ann, turn)
      const other = await make(ann, 'Other')
      assert.deepEqual(await batch(bob, 'delete', [turn.chatId]), [])
      assert.deepEqual(await batch(ann, 'delete', [turn.chatId, other]), [turn.chatId, other].toSorted())
      assert.deepEqual(await batch(ann, 'delete', [other]), [], 'twice')
      for (const path of ['list', 'search?text=ferns', 'pinned', 'archived'])
        assert.deepEqual(await titles(ann, `/api/v1/chats/${path}`), [], path)
      assert.equal((await ann.get(`/api/v1/chats/${other}`)).status, 401)
      assert.equal((await ann.post(`/api/v1/chats/${other}`, { chat: { title: 'x' } })).status, 401)
      assert.equal((await ann.post(`/api/v1/chats/${other}/pin`)).status, 401)
      assert.deepEqual(await batch(bob, 'restore', [other]), [])
      assert.deepEqual(await batch(ann, 'restore', [other]), [other])
      assert.equal((await ann.get(`/api/v1/chats/${other}`)).json.title, 'Other')
      assert.equal((await ann.get(`/api/v1/files/${file.id}`)).status, 200)

      clock.advance(12_000)
      const rows = () => chat.store.db.selectFrom('chatapp_chats').select('id').execute()
      const files = async () =>
        (await readdir(join(chat.folder, 'files'), { recursive: true })).filter((name) =>
          /[\da-f]{64}/.test(name),
        )
      await until(async () => (await rows()).length < 2 && (await files()).length === 0, { everyMs: 5 })
      assert.deepEqual(await rows(), [{ id: other }])
      assert.deepEqual(await batch(ann, 'restore', [turn.chatId]), [])
      assert.equal((await ann.get(`/api/v1/files/${file.id}`)).status, 404)
    })

    test('a deleted chat that cannot be removed is reported, tried again, and delays no other [chatapp.undo]', async (t) => {
      const clock = manualClock(Date.now())
      const chat = await startTestChatapp(t, { location: await backend.locate(t), clock })
      const ann = await chat.signUp('Ann')
      for (const title of ['One', 'Two', 'Three']) await make(ann, title)
      await chat.store.db.updateTable('chatapp_chats').set({ deleted_at: 1 }).execute()
      let poison: string | undefined
      const reported: unknown[] = []
      await using deletions = startDeletions({
        store: chat.store,
        clock,
        async remove(_ownerId, id) {
          poison ??= id
          if (id === poison && reported.length === 0) throw new Error('its files are away')
          await chat.store.db.deleteFrom('chatapp_chats').where('id', '=', id).execute()
        },
        onFailure: (error) => reported.push(error),
      })
      assert.ok(deletions)
      const left = async () =>
        (await chat.store.db.selectFrom('chatapp_chats').select('id').execute()).map(({ id }) => id)
      while (reported.length === 0) await new Promise(setImmediate)
      assert.deepEqual(await left(), [poison])
      while ((await left()).length > 0) {
        clock.advance(30_000)
        await new Promise(setImmediate)
      }
      assert.equal(reported.length, 1)
    })

    test('folders lie on two levels, keep their chats when they go, and are their owner’s alone [chatapp.folders]', async (t) => {
      const chat = await startTestChatapp(t, { location: await backend.locate(t), defaultRole: 'user' })
      const ann = await chat.signUp('Ann')
      const bob = await chat.signUp('Bob')
      const folder = async (name: string, parent_id?: string) =>
        (await ann.post('/api/v1/folders/', { name, parent_id })).json
      const garden = await folder('Garden')
      const beds = await folder('Beds', garden.id)
      for (const [form, detail] of [
        [{ name: ' garden ' }, /with this name/],
        [{ name: 'Deep', parent_id: beds.id }, /in another folder can’t contain folders/],
        [{ name: 'Lost', parent_id: 'none' }, /no such folder/],
      ] as const)
        assert.match((await ann.post('/api/v1/folders/', form)).json.detail, detail)
      assert.equal((await ann.post('/api/v1/folders/', { name: ' ' })).status, 422)
      assert.equal(
        (await ann.post(`/api/v1/folders/${garden.id}/update/parent`, { parent_id: garden.id })).status,
        400,
      )
      const twice = await Promise.all([folder('Twice'), folder('Twice')])
      assert.equal(twice.filter(({ id }) => id).length, 1)

      const [one, two] = [await make(ann, 'One'), await make(ann, 'Two')]
      assert.equal(
        (await ann.post(`/api/v1/chats/${one}/folder`, { folder_id: beds.id })).json.folder_id,
        beds.id,
      )
      assert.deepEqual(await batch(ann, 'move', [one, two], { folder_id: garden.id }), [one, two].toSorted())
      assert.deepEqual(await titles(ann, '/api/v1/chats/list?page=1&include_folders=false'), [])
      assert.equal((await titles(ann, `/api/v1/chats/list?page=1&folder_id=${garden.id}`)).length, 2)
      assert.equal(
        (await bob.post('/api/v1/chats/batch', { act: 'move', ids: [one], folder_id: garden.id })).status,
        404,
      )
      const his = await make(bob, 'His')
      assert.equal((await bob.post(`/api/v1/chats/${his}/folder`, { folder_id: garden.id })).status, 404)
      assert.deepEqual(await titles(bob, `/api/v1/chats/list?folder_id=${garden.id}`), [])

      assert.equal((await ann.delete(`/api/v1/folders/${garden.id}`)).json, true)
      assert.equal((await titles(ann, '/api/v1/chats/list?page=1&include_folders=false')).length, 2)
      assert.equal((await ann.get(`/api/v1/folders/${beds.id}`)).json.parent_id, null)
      await batch(ann, 'move', [two], { folder_id: beds.id })
      assert.equal((await ann.delete(`/api/v1/folders/${beds.id}?delete_contents=true`)).json, true)
      assert.deepEqual(await titles(ann, '/api/v1/chats/list'), ['One'])
      assert.deepEqual(await batch(ann, 'restore', [two]), [two])
      assert.equal((await ann.delete(`/api/v1/folders/${beds.id}`)).status, 404)
    })
  })
