import assert from 'node:assert/strict'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import type { Client } from '../chatapp/client.ts'
import { ask, finished, type TurnForm } from '../chatapp/page.ts'
import { signUpAt } from '../chatapp/started-chatapp.ts'
import { folderWith } from '../support/folder.ts'
import { hub as hubCommand } from '../support/hub-command.ts'
import { postgresPrograms } from '../support/postgres.ts'
import { startS3 } from '../support/s3.ts'
import { at, startInstances } from './started-instances.ts'

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'

const FILES = {
  'Garden/agent.md': 'You look after a garden.\n',
  'Garden/tools/note.ts': `
import { appendFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { defineTool, z } from 'hub-service'
export const note = defineTool({
  name: 'note', description: 'Adds a line to a file by its path', input: z.object({ line: z.string() }),
  async run({ line }, { chatFolder }) {
    await mkdir(chatFolder, { recursive: true })
    await appendFile(join(chatFolder, 'notes.txt'), line + '\\n')
    return 'noted'
  },
})
`,
}

async function sharing(t: TestContext) {
  const s3 = await startS3(t)
  const secrets = join(await folderWith(t, {}), 'secrets.json')
  const exported = await hubCommand(['secrets', 'export', secrets, '--hub', await gardenIn(t)])
  assert.deepEqual([exported.code, exported.stderr], [0, ''])
  return {
    s3,
    variables: { ...s3.environment(), SVC_CHATS: 'store', SVC_SECRETS_FILE: secrets, SVC_SESSION_SECRET: '' },
  }
}

const gardenIn = async (t: TestContext) => join(await folderWith(t, FILES), 'Garden')

async function say(client: Client, content: string, on: TurnForm = {}) {
  const asked = await ask(client, { model: 'garden', user_message: { content }, ...on })
  const message = await finished(client, asked)
  const next: TurnForm = { chat_id: asked.chatId, parent_id: asked.answerId }
  return { message, text: message.content as string, next }
}

describe('a chat on two instances', { skip, timeout: 180_000 }, () => {
  test('continues at the other with its files, also files written by path, its memory and its links, when the first dies [scale.chats]', async (t) => {
    const { variables } = await sharing(t)
    await using instances = await startInstances(variables)
    const one = await instances.start('one', {}, await gardenIn(t))
    const two = await instances.start('two', {}, await gardenIn(t))
    const ann = await signUpAt(one.url, 'Ann')
    const first = await say(
      ann,
      '/tool note {"line":"sow"}\n/tool save_file {"filename":"plan.md","content":"# Plan"}\n/tool remember {"action":"save","text":"Likes peas"}',
    )
    const link = /\]\((\/[^)]+)\)/.exec(JSON.stringify(first.message))?.[1]?.replace(/\\\\/g, '')
    one.process.kill('SIGKILL')
    await one.ended

    const annAtTwo = at(two, ann)
    const second = await say(
      annAtTwo,
      '/tool note {"line":"water"}\n/tool read_file {"path":"chat/notes.txt"}\n/tool read_file {"path":"chat/plan.md"}',
      first.next,
    )
    assert.match(second.text, /sow[^]*water/)
    assert.match(second.text, /# Plan/)
    const notes = await annAtTwo.get('/portal/api/memory', { cookie: `token=${ann.token}` })
    assert.deepEqual(
      notes.json.items.map(({ text }: { text: string }) => text),
      ['Likes peas'],
    )
    assert.ok(link, 'the answer links the file')
    const file = await fetch(two.url + link)
    assert.deepEqual([file.status, await file.text()], [200, '# Plan'])
    const rows = await instances.store.db.selectFrom('chat_turns').select('record').execute()
    assert.equal(rows.length, 2)

    const again = await instances.start('one', {}, one.folder)
    for (const withCopy of [true, false]) {
      if (!withCopy) await rm(join(again.folder, '.chats'), { recursive: true })
      const third = await say(at(again, ann), '/tool read_file {"path":"chat/notes.txt"}', second.next)
      assert.match(third.text, /sow[^]*water/)
    }
  })

  test('all instances agree on the owner of a chat, and read uploads made with a key [scale.chats]', async (t) => {
    const { s3, variables } = await sharing(t)
    await using instances = await startInstances(variables)
    const hubs = [
      await instances.start('one', {}, await gardenIn(t)),
      await instances.start('two', {}, await gardenIn(t)),
    ]
    const { bridgeKey } = JSON.parse(await readFile(variables.SVC_SECRETS_FILE, 'utf8'))
    const headers = { authorization: `Bearer ${bridgeKey}` }
    const up = await fetch(`${hubs[0]!.bridge}/uploads/plans/a.txt`, {
      method: 'POST',
      headers,
      body: 'one',
    })
    assert.equal(up.status, 200)
    const read = () => fetch(`${hubs[1]!.bridge}/artifacts/plans/a.txt`, { headers })
    const answer = await read()
    assert.deepEqual([answer.status, await answer.text()], [200, 'one'])

    await s3.stop()
    const away = await read()
    assert.deepEqual([away.status, (await away.json()).error.code], [503, 'files_away'])
    const refused = await fetch(`${hubs[0]!.bridge}/uploads/plans/b.txt`, {
      method: 'POST',
      headers,
      body: 'two',
    })
    assert.deepEqual([refused.status, (await refused.json()).error.code], [503, 'files_away'])
  })

  test('says that files are away where it needs them, and goes on where it doesn’t [scale.chats-away]', async (t) => {
    const { s3, variables } = await sharing(t)
    await using instances = await startInstances(variables)
    const one = await instances.start('one', {}, await gardenIn(t))
    const two = await instances.start('two', {}, await gardenIn(t))
    const ann = await signUpAt(one.url, 'Ann')
    const first = await say(ann, '/tool note {"line":"sow"}')
    await s3.stop()
    const without = await say(ann, '/say hello')
    assert.equal(without.text, 'hello')
    const inOther = await say(at(two, ann), '/tool read_file {"path":"chat/notes.txt"}', first.next)
    assert.match(JSON.stringify(inOther.message), /can’t be used right now/)
    assert.doesNotMatch(inOther.text, /sow/)
    await s3.start()
    const later = await say(at(two, ann), '/tool read_file {"path":"chat/notes.txt"}', inOther.next)
    assert.match(later.text, /sow/)
  })
})
