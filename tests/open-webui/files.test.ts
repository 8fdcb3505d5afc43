import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { createChatappClient } from '#ground/identity/chatapp-client/client.ts'
import { createWebChatFiles } from '#surfaces/bridge/completions/web-chat-files.ts'
import { startFakeOpenWebui } from './fake/server.ts'
import { addChat, addPerson, callWith } from './target.ts'

test('files of a chat are read for its owner only, and failures are named to the agent [open-webui.attached-files]', async (t) => {
  const webui = await startFakeOpenWebui()
  t.after(() => webui[Symbol.asyncDispose]())
  const chatapp = createChatappClient({
    kind: 'openwebui',
    baseUrl: webui.url,
    credential: () => webui.adminKey,
    clock: systemClock,
    timeoutMs: 5000,
  })
  t.after(() => chatapp[Symbol.asyncDispose]())
  const [bob, eve] = [await addPerson(webui, 'Bob'), await addPerson(webui, 'Eve')]
  const content = 'What is in it?'
  const { chatId } = await addChat(webui.url, bob, { content, file: 'notes.txt' })
  const failures: string[] = []
  const filesOf = async (email: string | null, chat: string, maxUploadBytes = 1000) => {
    const add = createWebChatFiles({
      chatapp,
      maxUploadBytes,
      onFailure: ({ reason }) => void failures.push(reason),
    })
    const caller = { email, surface: 'chatapp', groups: [] }
    const [message] = await add([{ role: 'user', content }], chat, caller)
    return message!.content
  }
  const file = { filename: 'notes.txt', file_data: Buffer.from('The shed is green.\n').toString('base64') }
  assert.deepEqual(await filesOf(bob.email, chatId), [
    { type: 'text', text: content },
    { type: 'file', file },
  ])
  for (const [email, chat] of [
    [eve.email, chatId],
    [null, chatId],
    [bob.email, ''],
    [bob.email, `temporary:${chatId}`],
    [bob.email, crypto.randomUUID()],
  ] as const)
    assert.equal(await filesOf(email, chat), content, `${email} ${chat}`)
  assert.deepEqual(failures, [])
  assert.deepEqual(await filesOf(bob.email, chatId, 5), [
    { type: 'text', text: content },
    { type: 'text', text: '[The attached file “notes.txt” could not be read.]' },
  ])
  const foreign = await addChat(webui.url, eve, { content, file: 'hers.txt' })
  const stolen = await callWith(bob.token, 'POST', `${webui.url}/api/v1/chats/new`, {
    chat: { history: { currentId: 'm', messages: { m: { ...foreign.message, id: 'm' } } } },
  })
  assert.deepEqual(await filesOf(bob.email, stolen.json.id), [
    { type: 'text', text: content },
    { type: 'text', text: '[The attached file “hers.txt” could not be read.]' },
  ])
  await webui[Symbol.asyncDispose]()
  assert.equal(await filesOf(bob.email, chatId), content)
  assert.deepEqual(failures, ['refused', 'missing', 'unavailable'])
})
