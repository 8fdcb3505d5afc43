import assert from 'node:assert/strict'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { openStore } from '#ground/store/store.ts'
import { importedContent } from '../open-webui/imported-content.ts'
import { MADE, writeWebuiDatabase } from '../open-webui/webui-db.ts'
import { signIn, signUp } from '../support/console-person.ts'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'
import { storeOf } from '../support/own-services.ts'
import { runHub } from '../support/running-hub.ts'

async function webuiWith(t: TestContext, sql = '') {
  const folder = await folderWith(t, { 'agent.md': '---\nname: Test\n---\nBe brief.\n' })
  const written = writeWebuiDatabase(await folderWith(t, {}))
  t.after(() => written.close())
  const change = (statements: string) => {
    using db = new DatabaseSync(written.path)
    db.exec(statements)
  }
  change(sql)
  return {
    folder,
    change,
    async importAll() {
      const { code, stdout, stderr } = await hub([
        'import',
        'open-webui',
        written.path,
        '--hub',
        folder,
        '--json',
      ])
      assert.equal(code, 0, stderr)
      return JSON.parse(stdout)
    },
  }
}

test('the Hub’s first administrator stays the organization administrator, whoever opens the Console first [cli.import]', async (t) => {
  const { folder, importAll } = await webuiWith(t, `update user set role = 'admin' where id = '${MADE.bob}'`)
  await using running = await runHub({ folder })
  const password = 'a password of the chef'
  const chef = await signUp(running.url, { name: 'Chef', email: 'chef@example.com', password })
  await importAll()
  const bob = await signIn(running.url, {
    name: 'Bob',
    email: 'bob@example.com',
    password: 'old password of Bob',
  })
  await assert.rejects(bob.call('GET', '/portal/api/me'), /403 .*You manage no access/)
  const { is_organization_admin: isAdministrator } = await chef.call('GET', '/portal/api/me')
  assert.equal(isAdministrator, true)
})

const message = (id: string, parentId: string | null, content: string) => ({
  [id]: { id, parentId, role: 'user', content },
})

const historyOf = (currentId: string, ...messages: object[]) =>
  `update chat set chat = '${JSON.stringify({ history: { currentId, messages: Object.assign({}, ...messages) } })}'
    where id = '${MADE.chat}'`

test('messages that were written since the first import are added, unless the chat was continued here [cli.import]', async (t) => {
  const { folder, change, importAll } = await webuiWith(t)
  const [first, second, third] = [
    message('q', null, 'Read this'),
    message('r', 'q', 'And this'),
    message('s', 'r', 'And that'),
  ]
  const content = async () => {
    const { chats, messages } = await importedContent(await storeOf(join(folder, '.svc')))
    return {
      current: chats.find(({ id }) => id === MADE.chat)?.current_message_id,
      messages: messages
        .filter(({ chat_id: chat }) => chat === MADE.chat)
        .map(({ id, parent_id: parent, content: text }) => [id, parent, text]),
    }
  }
  await importAll()
  change(historyOf('r', first, second))
  const again = await importAll()
  assert.equal(again.counts.chats.added, 0)
  assert.ok(
    again.remarks.includes('Newer messages in 1 chat that is here already: 1, which the import adds.'),
    JSON.stringify(again.remarks),
  )
  const continued = await content()
  assert.deepEqual(continued, {
    current: 'r',
    messages: [
      ['q', null, 'Read this'],
      ['r', 'q', 'And this'],
    ],
  })
  const { remarks } = await importAll()
  assert.ok(!remarks.some((remark: string) => remark.startsWith('Newer messages')))
  assert.deepEqual(await content(), continued)

  {
    await using store = await openStore(await storeOf(join(folder, '.svc')))
    await store.db
      .updateTable('chatapp_messages')
      .set({ id: 'here' })
      .where('chat_id', '=', MADE.chat)
      .where('id', '=', 'r')
      .execute()
  }
  const before = await content()
  change(historyOf('s', first, second, third))
  const { left_out: left } = await importAll()
  const { names } = left.find(({ what }: any) => what === 'chats with newer messages')
  assert.deepEqual(names, ['2 of With a file'])
  assert.deepEqual(await content(), before)
})

test('an answer that was unfinished at the first import is completed by the second [cli.import]', async (t) => {
  const { folder, change, importAll } = await webuiWith(t)
  const question = message('q', null, 'Read this')
  const answer = (content: string, done: boolean) => ({
    a: { id: 'a', parentId: 'q', role: 'assistant', content, done },
  })
  const stored = async () => {
    const { messages } = await importedContent(await storeOf(join(folder, '.svc')))
    const { content, state } = messages.find(({ chat_id: chat, id }) => chat === MADE.chat && id === 'a')!
    return [content, state]
  }
  change(historyOf('a', question, answer('It is', false)))
  await importAll()
  assert.deepEqual(await stored(), ['It is', 'interrupted'])
  change(historyOf('a', question, answer('It is a list.', true)))
  await importAll()
  assert.deepEqual(await stored(), ['It is a list.', 'done'])
})

test('a cut title and a second chat with the same id are named, and a date far ahead is unknown [cli.import]', async (t) => {
  const { folder, change, importAll } = await webuiWith(t)
  change(
    `update chat set title = '${'long '.repeat(600)}', created_at = 9e18, updated_at = 9e18 where id = '${MADE.chat}'`,
  )
  const { left_out: left } = await importAll()
  const { names } = left.find(({ what }: any) => what === 'ends of titles')
  assert.ok(
    names.some((name: string) => name.startsWith('long long')),
    String(names),
  )
  {
    await using store = await openStore(await storeOf(join(folder, '.svc')))
    const row = await store.db
      .selectFrom('chatapp_chats')
      .select(['created_at', 'updated_at'])
      .where('id', '=', MADE.chat)
      .executeTakeFirstOrThrow()
    const tomorrow = Date.now() / 1000 + 86_400
    assert.ok(row.created_at < tomorrow && row.updated_at < tomorrow, JSON.stringify(row))
  }
  const entry = (text: string) => ({
    id: 'twice',
    title: text,
    chat: { messages: [{ role: 'user', content: text }] },
  })
  const path = join(
    await folderWith(t, { 'chats.json': JSON.stringify([entry('One'), entry('Two')]) }),
    'chats.json',
  )
  const command = ['import', 'open-webui', path, '--hub', folder, '--email', 'ada@example.com', '--json']
  const { stdout } = await hub(command)
  const { counts, left_out: ofExport } = JSON.parse(stdout)
  assert.deepEqual(counts.chats, { found: 2, added: 1, known: 0 })
  assert.deepEqual(ofExport, [
    { what: 'chats', count: 1, reason: 'another chat in the file has the same id', names: ['Two'] },
  ])
})
