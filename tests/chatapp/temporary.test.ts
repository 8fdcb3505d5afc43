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
