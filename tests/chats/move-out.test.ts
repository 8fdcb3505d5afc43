import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderMemory } from '#core/agent/memory/folder-memory.ts'
import { storeMemory } from '#cluster/chats/memory.ts'
import { systemClock } from '#ground/base/clock.ts'
import { newId } from '#ground/base/ids.ts'
import { openStore } from '#ground/store/store.ts'
import { ask, messagesOf, readEvents, restOf } from '../chatapp/page.ts'
import type { Client } from '../chatapp/client.ts'
import { signUpAt } from '../chatapp/started-chatapp.ts'
import { at } from '../scale/started-instances.ts'
import { hub as hubCommand } from '../support/hub-command.ts'
import { runHub } from '../support/running-hub.ts'

const SQLITE = { SVC_DATABASE_URL: 'sqlite:.svc/hub.db' }
const IN_STORE = { ...SQLITE, SVC_CHATS: 'store' }
const IN_FOLDER = { ...SQLITE, SVC_CHATS: 'folder' }

const linesOf = async (path: string) =>
  (await readFile(path, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

async function askWithFile(ann: Client, name: string, content: string) {
  const { id } = (await ann.upload(name, content)).json
  const user_message = { content: `Look at ${name}`, files: [{ id, type: 'file', name }] }
  const asked = await ask(ann, { model: 'garden-team', user_message })
  await restOf(readEvents(ann, asked.chatId))
  const { [asked.answerId]: answer } = await messagesOf(ann, asked.chatId)
  assert.equal(answer.state, 'done', JSON.stringify(answer))
}

test('chats and memory move from the store to the folder, complete and once, and back to the store [chats.move-out]', async () => {
  await using hub = await runHub({ environment: IN_STORE })
  const { folder } = hub
  const migrate = async (environment: Record<string, string>) => {
    const result = await hubCommand(['move', 'chats', '--hub', folder, '--json'], { environment })
    return { ...result, said: result.stdout === '' ? null : JSON.parse(result.stdout) }
  }
  const ann = await signUpAt(hub.url, 'Ann')
  await askWithFile(ann, 'notes.txt', 'what ann wrote')
  await askWithFile(ann, 'plan.txt', 'what she plans')
  const running = await migrate(IN_FOLDER)
  assert.deepEqual(
    [running.code, /already running as pid \d+.*stop that process first/.test(running.stderr)],
    [1, true],
  )
  await hub.stop()
  const refused = await migrate(IN_STORE)
  assert.deepEqual([refused.code, /SVC_CHATS=store would move the chats/.test(refused.stderr)], [2, true])

  await using store = await openStore({ kind: 'sqlite', path: join(folder, '.svc/hub.db') })
  const memory = storeMemory({ hub: 'garden-team', store, clock: systemClock, newId })
  assert.ok((await memory.save('ann@example.com', 'Likes short answers')).ok)
  const noted = await memory.list('ann@example.com')
  const moved = await migrate(IN_FOLDER)
  assert.deepEqual([moved.code, moved.said], [0, { chats: 2, left: 0, people: 1 }], moved.stderr)
  const chats = join(folder, '.chats')
  const scopes = (await readdir(chats)).filter((name) => !name.startsWith('.'))
  const kept = await Promise.all(
    scopes.map(async (scope) => {
      assert.match(JSON.parse(await readFile(join(chats, scope, 'chat.json'), 'utf8')).owner, /^ann.*@/)
      assert.deepEqual((await readdir(join(chats, scope))).toSorted(), [
        'chat.json',
        'files',
        'history.jsonl',
      ])
      const [name] = await readdir(join(chats, scope, 'files'))
      const [turn] = await linesOf(join(chats, scope, 'history.jsonl'))
      assert.match(turn.prompt, new RegExp(`Look at ${name}`))
      return readFile(join(chats, scope, 'files', name!), 'utf8')
    }),
  )
  assert.deepEqual(kept.toSorted(), ['what ann wrote', 'what she plans'])
  const inFolder = folderMemory({ folder: join(folder, '.memory'), clock: systemClock, newId })
  assert.deepEqual(await inFolder.list('ann@example.com'), noted)
  assert.deepEqual(await memory.list('ann@example.com'), [])
  assert.deepEqual((await migrate(IN_FOLDER)).said, { chats: 0, left: 0, people: 0 })

  await using again = await runHub({ folder, environment: IN_FOLDER })
  await askWithFile(at(again, ann), 'more.txt', 'more')
  assert.equal((await readdir(chats)).filter((name) => !name.startsWith('.')).length, 3)
  await again.stop()
  await using back = await runHub({ folder, environment: IN_STORE })
  const rows = await store.db.selectFrom('chat_files').select('name').execute()
  assert.deepEqual(rows.map(({ name }) => name).toSorted(), ['more.txt', 'notes.txt', 'plan.txt'])
  await back.stop()
})
