import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ask, finished } from './page.ts'
import { startTestChatapp } from './started-chatapp.ts'

test('a temporary chat that nobody left is removed after a day, with its words in the search; other chats stay [chatapp.temporary]', async (t) => {
  const first = await startTestChatapp(t)
  const ann = await first.signUp('Ann')
  const temporary = await ask(ann, { temporary: true, user_message: { content: 'orchids' } })
  assert.match(temporary.chatId, /^temporary-/)
  const lasting = await ask(ann, { user_message: { content: 'ferns' } })
  for (const asked of [temporary, lasting]) assert.equal((await finished(ann, asked)).state, 'done')

  const age = async (seconds: number) => {
    const created_at = Math.floor(Date.now() / 1000) - seconds
    await first.store.db.updateTable('chatapp_chats').set({ created_at }).execute()
  }
  const restarted = async () => {
    const again = await startTestChatapp(t, {
      folder: first.folder,
      location: first.location,
      agent: first.agent,
    })
    return again
  }
  const rows = async (chatId: string) =>
    (await first.store.db.selectFrom('chatapp_search').select('doc').where('chat_id', '=', chatId).execute())
      .length
  await age(86_000)
  await restarted()
  await new Promise((resolve) => setTimeout(resolve, 300))
  assert.equal((await ann.get(`/api/v1/chats/${temporary.chatId}`)).status, 200)
  await age(86_401)
  await restarted()
  for (let tries = 0; (await ann.get(`/api/v1/chats/${temporary.chatId}`)).status === 200; tries++) {
    assert.ok(tries < 100, 'the chat stays')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  for (let tries = 0; (await rows(temporary.chatId)) > 0; tries++) {
    assert.ok(tries < 100, 'the words stay')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  assert.ok((await rows(lasting.chatId)) > 0)
  assert.equal((await ann.get(`/api/v1/chats/${lasting.chatId}`)).status, 200)
})

test('a removed chat, temporary too, and a removed account withdraw what waits for the person’s decision; other chats and people keep theirs [changes.call.withdrawn]', async (t) => {
  const { signUp, addUser, store } = await startTestChatapp(t)
  const ann = await signUp('Ann')
  const kim = await addUser('Kim', ann)
  const grant = { principal_type: 'user', principal_id: kim.id, permission: 'read' }
  await ann.post('/api/v1/models/model/access/update', { id: 'garden', access_grants: [grant] })
  const temporary = await ask(kim, { temporary: true, user_message: { content: 'orchids' } })
  const lasting = await ask(kim, { user_message: { content: 'ferns' } })
  const kept = await ask(kim, { user_message: { content: 'moss' } })
  for (const asked of [temporary, lasting, kept]) await finished(kim, asked)
  const propose = (id: string, proposer: string, surface: string, chat_id: string, kind = 'tool_call') =>
    store.db
      .insertInto('change_requests')
      .values({
        id,
        hub: 'garden',
        proposer,
        kind,
        operations: JSON.stringify(
          kind === 'access' ? [] : [{ action: 'call_tool', tool: 'x', surface, chat_id }],
        ),
        summary: id,
        diff: '[]',
        policy_revision: 0,
        plan_hash: id,
        state: 'proposed',
        created_at_ms: 1,
        expires_at_ms: 9,
        decided_at_ms: null,
        result: null,
        call_state: null,
        leased_until_ms: null,
      })
      .execute()
  await propose('temporary', 'kim@example.com', 'chatapp', temporary.chatId)
  await propose('lasting', 'kim@example.com', 'chatapp', `${lasting.chatId}~12345678`)
  await propose('kept', 'kim@example.com', 'chatapp', kept.chatId)
  await propose('elsewhere', 'kim@example.com', 'api', lasting.chatId)
  await propose('access', 'kim@example.com', '', '', 'access')
  await propose('ann', 'ann@example.com', 'chatapp', lasting.chatId)
  const open = async () => {
    const rows = await store.db.selectFrom('change_requests').select(['id', 'state']).orderBy('id').execute()
    return rows.filter(({ state }) => state === 'proposed').map(({ id }) => id)
  }
  for (const { chatId } of [temporary, lasting])
    assert.equal((await kim.delete(`/api/v1/chats/${chatId}`)).status, 200)
  assert.deepEqual(await open(), ['access', 'ann', 'elsewhere', 'kept'])
  assert.equal((await ann.delete(`/api/v1/users/${kim.id}`)).status, 200)
  assert.deepEqual(await open(), ['ann'])
})
