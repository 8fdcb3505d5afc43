import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { onFolders } from '../support/cluster-run.ts'
import { startArtifacts, type Visitor } from './world.ts'

const world = await startArtifacts({ after })
const { pat, console: hub } = world

const save = async (chat: string, filename: string, { email }: Visitor = pat) => {
  const answer = await fetch(`${hub.url}/uploads/${chat}/${filename}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${hub.bridgeKey}`, 'x-chatapp-user-email': email },
    body: `${filename} of ${email}`,
  })
  assert.equal(answer.status, 200, await answer.text())
}
const publish = async (chat: string, filename: string, more: object = {}, who = pat) => {
  const body = { hub: 'garden', chat_id: chat, filename, ...more }
  const { status, json } = await who.ask('POST', '/artifacts/api/from-chat-file', { body })
  assert.equal(status, 201, JSON.stringify(json))
  return json
}
const known = async (chat: string, who = pat, of = 'garden') => {
  const query = new URLSearchParams({ hub: of, chat_id: chat })
  const { status, json } = await who.ask('GET', `/artifacts/api/from-chat-file?${query}`)
  assert.equal(status, 200, JSON.stringify(json))
  return json.items.map(({ filename, artifact: { id, version, audience, mine } }: any) => {
    assert.equal(mine, true)
    return [filename, id, version, audience.kind]
  })
}

const call = async (input: object) => {
  const answer = await fetch(`${hub.url}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${hub.bridgeKey}`,
      'content-type': 'application/json',
      'x-chatapp-user-email': pat.email,
    },
    body: JSON.stringify({
      model: 'garden',
      chat_id: 'chat-2',
      messages: [{ role: 'user', content: `/tool publish_artifact ${JSON.stringify(input)}` }],
    }),
  })
  assert.match(await answer.text(), /Published/)
}

test('a published file of a chat is known with version and audience, until its artifact is gone [artifacts.chat-file.known]', async () => {
  await save('chat-1', 'plan.md')
  await save('chat-1', 'data.csv')
  assert.deepEqual(await known('chat-1'), [])
  const plan = await publish('chat-1', 'plan.md')
  assert.deepEqual(await known('chat-1'), [['plan.md', plan.id, 1, 'owner']])
  world.wait(1)
  await publish('chat-1', 'data.csv', { artifact: plan.id })
  await pat.share(plan.id, { kind: 'hub' })
  const both = [
    ['data.csv', plan.id, 2, 'hub'],
    ['plan.md', plan.id, 2, 'hub'],
  ]
  assert.deepEqual((await known('chat-1')).toSorted(), both, 'two versions of one artifact')
  world.wait(1)
  const other = await publish('chat-1', 'plan.md')
  assert.deepEqual((await known('chat-1')).toSorted(), [both[0], ['plan.md', other.id, 1, 'owner']])
  await pat.ask('DELETE', `/artifacts/api/${other.id}`)
  assert.deepEqual((await known('chat-1')).toSorted(), both)
  await pat.ask('DELETE', `/artifacts/api/${plan.id}`)
  assert.deepEqual(await known('chat-1'), [])
})

test('an artifact from a chat’s file is listed with it, and content that the agent wrote has no file [artifacts.chat-file.known]', async () => {
  await save('chat-2', 'notes.txt')
  await call({ content: 'written', filename: 'own.txt' })
  assert.deepEqual(await known('chat-2'), [])
  await call({ path: 'notes.txt', filename: 'renamed.txt' })
  assert.deepEqual(
    (await known('chat-2')).map(([filename]: string[]) => filename),
    ['notes.txt'],
  )
})

test(
  'a file of a chat that a Mac named is known under its name in the folder [artifacts.chat-file.known]',
  { skip: onFolders('a chat’s files are in its folder') },
  async () => {
    await save('chat-2', 'plain.txt')
    const chats = join(hub.folder, 'Garden', '.chats')
    const paths = await readdir(chats, { recursive: true })
    const folder = join(chats, dirname(paths.find((path) => basename(path) === 'plain.txt')!))
    const name = 'Übersicht.txt'
    await writeFile(join(folder, name.normalize('NFD')), 'of a Mac')
    await call({ path: name })
    assert.ok((await known('chat-2')).some(([filename]: string[]) => filename === name.normalize('NFD')))
  },
)

test('a person learns nothing about another person’s chat or a closed Hub [artifacts.chat-file.known]', async () => {
  const sam = await world.addVisitor('Sam', 'use_hub')
  await save('chat-3', 'mine.txt')
  await publish('chat-3', 'mine.txt')
  await save('chat-3', 'his.txt', sam)
  const { id } = await publish('chat-3', 'his.txt', {}, sam)
  assert.deepEqual(await known('chat-3', sam), [['his.txt', id, 1, 'owner']])
  assert.equal((await known('chat-3')).length, 1)
  assert.deepEqual(await known('chat-3', pat, 'attic'), [])
  assert.deepEqual(await known('../chat-3'), [])
  await world.revoke(sam.email)
  assert.deepEqual(await known('chat-3', sam), [])
})
