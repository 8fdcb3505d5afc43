import assert from 'node:assert/strict'
import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { primaryId } from '#chatapp/accounts/primary.ts'
import { openStore } from '#ground/store/store.ts'
import { MADE, writeWebuiDatabase } from '../open-webui/webui-db.ts'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'
import { storeOf } from '../support/own-services.ts'

async function webuiWith(t: TestContext, sql = '') {
  const folder = await folderWith(t, { 'agent.md': '---\nname: Test\n---\nBe brief.\n' })
  const source = await folderWith(t, {})
  const written = writeWebuiDatabase(source)
  t.after(() => written.close())
  const change = (statements: string) => {
    using db = new DatabaseSync(written.path)
    db.exec(statements)
  }
  change(sql)
  return {
    source,
    change,
    run: (...more: string[]) => hub(['import', 'open-webui', written.path, '--hub', folder, ...more]),
    async importAll(...more: string[]) {
      const { code, stdout, stderr } = await this.run('--json', ...more)
      assert.equal(code, 0, stderr)
      const { counts, left_out: left } = JSON.parse(stdout)
      const leftOut = Object.fromEntries(
        left.map(({ what, reason, names }: any) => [`${what}: ${reason}`, names]),
      )
      return { counts, leftOut }
    },
    async store() {
      return openStore(await storeOf(join(folder, '.svc')))
    },
  }
}

const key = (letter: string) => `sk-${letter.repeat(32)}`

const user = (id: string, { email = `${id}@example.com`, role = 'user', active = 1, at = 1_600_000_000 }) => `
  insert into user (id, email, name, role, profile_image_url, created_at, updated_at, last_active_at)
    values ('${id}', '${email}', '${id}', '${role}', '', ${at}, ${at}, ${at});
  insert into auth (id, email, password, active) values ('${id}', '${email}', 'x', ${active});`

const apiKey = (id: string, owner: string, value: string, expiresAt = 'null') => `
  insert into api_key (id, user_id, key, expires_at, created_at, updated_at)
    values ('${id}', '${owner}', '${value}', ${expiresAt}, 1, 1);`

test('a deactivated administrator gets no rights, and an active account precedes it [cli.import]', async (t) => {
  const hub = await webuiWith(
    t,
    user('old', { role: 'admin', active: 0 }) +
      user('ada old', { email: 'ada@example.com', role: 'admin', active: 0 }),
  )
  const { leftOut } = await hub.importAll()
  await using store = await hub.store()
  const users = await store.db.selectFrom('chatapp_users').select(['id', 'email', 'role']).execute()
  const roles = Object.fromEntries(users.map(({ email, role }) => [email, role]))
  assert.deepEqual([roles['old@example.com'], roles['ada@example.com']], ['pending', 'admin'])
  const primary = await primaryId(store.db)
  assert.equal(users.find(({ id }) => id === primary)?.email, 'ada@example.com')
  assert.deepEqual(
    leftOut['accounts: another account has the same e-mail, so the chats are added to that account'],
    ['bob@example.com', 'ada@example.com'],
  )

  const other = await webuiWith(t, `update auth set active = 0 where id in ('ada', 'bob 2')`)
  const { code, stderr } = await other.run()
  assert.deepEqual([code, /no active administrator/.test(stderr)], [1, true])
})

test('an account with a new e-mail is found again, with its chats, files and without another account [cli.import]', async (t) => {
  const hub = await webuiWith(t)
  const { counts: before } = await hub.importAll()
  {
    await using store = await hub.store()
    await store.db
      .updateTable('chatapp_users')
      .set({ email: 'robert@example.com' })
      .where('id', '=', MADE.bob)
      .execute()
  }
  const { counts } = await hub.importAll()
  assert.deepEqual(
    [counts.accounts, counts.chats.added, counts.files.known],
    [{ found: 8, added: 0, known: 6 }, 0, before.files.added],
  )
})

test('a file with the id of another account’s file gets an id of its own [cli.import]', async (t) => {
  const hub = await webuiWith(t)
  await hub.importAll()
  {
    await using store = await hub.store()
    const { id } = await store.db
      .selectFrom('chatapp_users')
      .select('id')
      .where('email', '=', 'ada@example.com')
      .executeTakeFirstOrThrow()
    await store.db.updateTable('chatapp_files').set({ user_id: id }).where('id', '=', MADE.file).execute()
    await store.db.deleteFrom('chatapp_messages').where('chat_id', '=', MADE.chat).execute()
    await store.db.deleteFrom('chatapp_chats').where('id', '=', MADE.chat).execute()
  }
  const { counts } = await hub.importAll()
  assert.deepEqual([counts.files.added, counts.chats.added], [1, 1])
  await using store = await hub.store()
  const files = await store.db.selectFrom('chatapp_files').select(['id', 'user_id']).execute()
  const { extra } = await store.db
    .selectFrom('chatapp_messages')
    .select('extra')
    .where('chat_id', '=', MADE.chat)
    .executeTakeFirstOrThrow()
  const [{ id }] = JSON.parse(extra).files
  assert.notEqual(id, MADE.file)
  assert.ok(files.some((file) => file.id === id && file.user_id === MADE.bob))
})

test('keys of merged, deactivated and earlier accounts, and keys with an unreadable expiry, are left out [cli.import]', async (t) => {
  const hub = await webuiWith(
    t,
    `${user('eva', {})}
    ${apiKey('1', 'bob 2', key('1'))} ${apiKey('2', 'off', key('2'))} ${apiKey('3', 'cara', key('3'), '-1')}
    ${apiKey('4', 'oan', key('4'), '4000000000')} ${apiKey('5', 'scim', key('5'), "'soon'")}`,
  )
  const { counts, leftOut } = await hub.importAll()
  assert.deepEqual(counts.keys, { found: 6, added: 2, known: 0 })
  assert.deepEqual(
    [
      leftOut['API keys: another account has the same e-mail, and only its key is imported'],
      leftOut['API keys: the account is deactivated'],
      leftOut['API keys: the expiry date is unreadable'],
    ],
    [['bob@example.com'], ['off@example.com'], ['cara@example.com', 'scim@example.com']],
  )
  {
    await using store = await hub.store()
    const kept = await store.db.selectFrom('chatapp_api_keys').select(['hint', 'expires_at']).execute()
    assert.deepEqual(kept.find(({ hint }) => hint === '4444')?.expires_at, 4_000_000_000)
    await store.db.deleteFrom('chatapp_api_keys').where('hint', '=', MADE.key.slice(-4)).execute()
  }
  const second = await hub.importAll()
  assert.deepEqual(second.counts.keys, { found: 6, added: 0, known: 1 }, 'a revoked key does not return')
  assert.deepEqual(second.leftOut['API keys: the account was here before; its owner creates a new key'], [
    'cara@example.com',
    'scim@example.com',
    'bob@example.com',
  ])
})

test('permissions of an unknown form are left out, and the group is imported [cli.import]', async (t) => {
  const hub = await webuiWith(t, `update "group" set permissions = '{"chat": null}' where id = 'parent'`)
  const { counts, leftOut } = await hub.importAll()
  assert.deepEqual(
    [counts.groups.added, leftOut['group permissions: their form is unknown']],
    [2, ['Garden']],
  )
  await using store = await hub.store()
  const groups = await store.db.selectFrom('chatapp_groups').select('permissions').execute()
  assert.deepEqual(groups, [{ permissions: null }, { permissions: null }])
})

test('an unreadable file, a too long name and an id with a path do not end the import [cli.import]', async (t) => {
  const file = (id: string, name: string) => `
    insert into file (id, user_id, filename, path, meta, created_at) values ('${id}', '${MADE.bob}', '${name}', '/x/${id}_${name}', '{}', 1);`
  const hub = await webuiWith(
    t,
    file('long', 'n'.repeat(300)) + file('sealed', 'a.txt') + file('../agent', 'b.md'),
  )
  await writeFile(join(hub.source, 'agent_b.md'), 'outside of the uploads')
  const sealed = join(hub.source, 'uploads', 'sealed_a.txt')
  // The import must fail to read this file. Root can read every file, so for root the file is a link to the reader's
  // own memory, whose first byte no process can read.
  if (process.getuid?.() === 0) await symlink('/proc/self/mem', sealed)
  else await writeFile(sealed, 'sealed', { mode: 0 })
  const { counts, leftOut } = await hub.importAll()
  assert.deepEqual(counts.files, { found: 5, added: 1, known: 0 })
  const unreadable = Object.entries(leftOut).filter(([what]) =>
    what.startsWith('files: cannot read the file'),
  )
  assert.deepEqual(
    unreadable.map(([, names]) => names),
    [['a.txt']],
  )
})

test('prompts whose commands become equal, and commands with terminal codes, keep their texts [cli.import]', async (t) => {
  const prompt = (command: string, content: string) => `
    insert into prompt (id, command, user_id, name, content, is_active, created_at, updated_at)
      values ('${content}', '${command}', '${MADE.bob}', 'x', '${content}', 1, 2, 2);`
  const hub = await webuiWith(
    t,
    prompt('sum.up', 'first') + prompt('sum-up', 'second') + prompt('\x1b]0;x\x07\x9b31m', 'third'),
  )
  const { counts } = await hub.importAll()
  assert.deepEqual(counts.prompts, { found: 4, added: 4, known: 0 })
  assert.deepEqual((await hub.importAll()).counts.prompts, { found: 4, added: 0, known: 4 })
  await using store = await hub.store()
  const prompts = await store.db.selectFrom('chatapp_prompts').select(['name', 'text']).execute()
  assert.deepEqual(
    prompts.filter(({ name }) => name.startsWith('sum-')).toSorted((a, b) => a.name.localeCompare(b.name)),
    [
      { name: 'sum-up', text: 'first' },
      { name: 'sum-up-2', text: 'second' },
    ],
  )
})

test('the report has no control characters of the file [cli.import]', async (t) => {
  const hub = await webuiWith(t, `update file set filename = 'a\x1b]0;x\x07\x9b31m\u202eb' where id = 'lost'`)
  const { code, stdout, stderr } = await hub.run()
  assert.equal(code, 0, stderr)
  assert.match(stdout, /a \]0;x 31m b/)
})

test('memories of a missing account are counted, and chats need no time [cli.import]', async (t) => {
  const hub = await webuiWith(
    t,
    `insert into memory (id, user_id, content) values ('stray', 'gone', 'x');
    alter table chat drop column created_at;`,
  )
  const { counts, leftOut } = await hub.importAll()
  assert.deepEqual(counts.memories, { found: 2, added: 1, known: 0 })
  assert.ok(leftOut['memories: the account is missing'])
  assert.ok(counts.chats.added > 0)
})
