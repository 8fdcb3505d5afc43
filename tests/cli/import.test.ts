import assert from 'node:assert/strict'
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import { importedContent } from '../open-webui/imported-content.ts'
import { ODD_CHATS } from '../support/odd-chats/odd-chats.ts'
import { MADE, writeWebuiDatabase } from '../open-webui/webui-db.ts'
import { startInOwnProcess } from '../support/command-processes.ts'
import { clusterRun } from '../support/cluster-run.ts'
import { folderWith } from '../support/folder.ts'
import { hub, HUB } from '../support/hub-command.ts'
import { servicesOfHub, storeOf } from '../support/own-services.ts'
import { runHub } from '../support/running-hub.ts'

const newHub = (t: TestContext) => folderWith(t, { 'agent.md': '---\nname: Test\n---\nBe brief.\n' })

const webui = async (t: TestContext) => {
  const folder = await folderWith(t, {})
  const database = writeWebuiDatabase(folder)
  t.after(() => database.close())
  return { folder, path: database.path }
}

const importInto = async (folder: string, path: string, ...more: string[]) => {
  const result = await hub(['import', 'open-webui', path, '--hub', folder, '--json', ...more])
  assert.equal(result.code, 0, result.stderr)
  return JSON.parse(result.stdout)
}

const contentOf = async (folder: string) => importedContent(await storeOf(join(folder, '.svc')))

const REFUSED = ODD_CHATS.filter(({ refused }) => refused).length

test('accounts, keys, groups, chats and files of Open WebUI are imported, and a second import changes nothing [cli.import]', async (t) => {
  const [folder, { path }] = [await newHub(t), await webui(t)]
  const filesBefore = await readdir(folder, { recursive: true })
  const dry = await importInto(folder, path, '--dry-run')
  assert.deepEqual(await readdir(folder, { recursive: true }), filesBefore, 'a dry run writes nothing')
  const first = await importInto(folder, path)
  assert.deepEqual({ ...dry, dry_run: false }, first)
  assert.deepEqual(first.counts, {
    accounts: { found: 8, added: 6, known: 0 },
    keys: { found: 1, added: 1, known: 0 },
    groups: { found: 2, added: 2, known: 0 },
    folders: { found: 3, added: 3, known: 0 },
    prompts: { found: 1, added: 1, known: 0 },
    files: { found: 2, added: 1, known: 0 },
    chats: { found: ODD_CHATS.length + 4, added: ODD_CHATS.length - REFUSED + 2, known: 0 },
    memories: { found: 1, added: 1, known: 0 },
  })
  const left = Object.fromEntries(
    first.left_out.map(({ what, reason, names }: any) => [`${what}: ${reason}`, names]),
  )
  assert.deepEqual(
    left['accounts: another account has the same e-mail, so the chats are added to that account'],
    ['bob@example.com'],
  )
  assert.deepEqual(left['accounts: the e-mail address is invalid'], ['no e-mail'])
  assert.deepEqual(left['passwords: the account belongs to an identity provider'], [
    'oan@example.com',
    'scim@example.com',
  ])
  assert.deepEqual(left['second factors: their secret is encrypted with a key of Open WebUI'], [
    'cara@example.com',
  ])
  assert.deepEqual(left['chats: the account is missing'], ['Stray'])
  assert.deepEqual(left['chats: the row has no readable chat'], ['no chat', 'odd 56', 'Broken'])
  assert.deepEqual(left['knowledge: knowledge belongs in an agent’s folder'], ['Books'])
  const before = await contentOf(folder)
  assert.equal(before.chats.length, ODD_CHATS.length - REFUSED + 2)
  const second = await importInto(folder, path)
  for (const [kind, { added }] of Object.entries<any>(second.counts)) assert.equal(added, 0, kind)
  assert.deepEqual(await contentOf(folder), before)
})

test('imported people sign in with their old passwords and keys, and find their chats and files [cli.import]', async (t) => {
  const [folder, { path }] = [await newHub(t), await webui(t)]
  await importInto(folder, path)
  await using running = await runHub({ folder, environment: { MCP_SERVER: 'true' } })
  const call = async (credential: string, path: string, body?: unknown) => {
    const response = await fetch(running.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(credential && { authorization: `Bearer ${credential}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      text,
      json: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null,
    }
  }
  const signIn = (email: string, password: string) => call('', '/api/v1/auths/signin', { email, password })
  assert.equal((await signIn('bob@example.com', 'wrong password of Bob')).status, 400)
  const bob = await signIn('bob@example.com', 'old password of Bob')
  assert.deepEqual([bob.status, bob.json?.id, bob.json?.role], [200, MADE.bob, 'user'])
  assert.equal((await signIn('bob@example.com', 'old password of Bob')).status, 200, 'with the replaced hash')
  const cara = await signIn('cara@example.com', 'old password of Cara')
  assert.deepEqual([cara.status, cara.json?.role], [200, 'pending'])
  for (const name of ['oan', 'scim', 'off'])
    assert.equal((await signIn(`${name}@example.com`, 'old password of Bob')).status, 400, name)
  const { token } = bob.json
  for (const credential of [token, MADE.key]) {
    const { json } = await call(credential, `/api/v1/chats/${MADE.chat}`)
    assert.deepEqual(
      [json.title, json.created_at, json.updated_at, json.pinned],
      ['With a file', 1_700_000_000, 1_700_000_060, true],
    )
    assert.deepEqual([json.chat.tags, json.meta.tags], [['Garden work'], ['garden_work']])
    assert.deepEqual(json.chat.messages[0].files, [
      { id: MADE.file, name: 'beds.txt', content_type: 'text/plain', size: MADE.fileText.length },
    ])
  }
  assert.equal((await call(token, `/api/v1/files/${MADE.file}/content`)).text, MADE.fileText)
  const folders = (await call(token, '/api/v1/folders/')).json
  const parents = Object.fromEntries(
    folders.map(({ name, parent_id }: any) => [
      name,
      folders.find(({ id }: any) => id === parent_id)?.name ?? null,
    ]),
  )
  assert.deepEqual(parents, { Work: null, Beds: 'Work', North: 'Work' })
  const chats = (await call(token, '/api/v1/chats/')).json.map(({ title }: any) => title)
  assert.ok(chats.includes('Table only'), 'the chat of the other account with the same e-mail')
  assert.deepEqual(
    (await call(token, '/api/v1/prompts/')).json.map(({ name, text }: any) => [name, text]),
    [['sum_up', 'Sum up {{topic}}']],
  )
  const groups = (await call(token, '/api/v1/groups/')).json.map(({ name }: any) => name)
  assert.deepEqual(groups.toSorted(), ['Garden', 'Shade'])
  if (!clusterRun) assert.equal((await readdir(join(folder, '.memory'))).length, 1)

  const ownKey = (method: string) =>
    fetch(`${running.url}/api/v1/auths/api_key`, { method, headers: { authorization: `Bearer ${token}` } })
  const shown = (await (await ownKey('GET')).json()) as { hint: string }
  assert.equal(shown.hint, MADE.key.slice(-4))
  assert.equal(await (await ownKey('DELETE')).json(), true)
  assert.equal((await call(MADE.key, '/api/v1/auths/')).status, 401, 'the revoked key')
})

test('a dry run counts equal memories once, and one thing left out is in the singular [cli.import]', async (t) => {
  const [folder, { path }] = [await newHub(t), await webui(t)]
  const db = new DatabaseSync(path)
  db.exec(
    `insert into memory (id, user_id, content, created_at, updated_at)
     select id || '-2', user_id, ' ' || content, created_at, updated_at from memory`,
  )
  db.close()
  const dry = await importInto(folder, path, '--dry-run')
  const { counts } = await importInto(folder, path)
  assert.deepEqual(counts.memories, { found: 2, added: 1, known: 1 })
  assert.deepEqual(dry.counts, counts)
  const { stdout } = await hub(['import', 'open-webui', path, '--hub', folder])
  assert.match(stdout, /left out: 1 account: /)
  const named = await hub(['import', 'open-webui', path, '--hub', folder, '--email', 'ada@example.com'])
  assert.deepEqual([named.code, /--email is for a JSON export only/.test(named.stderr)], [2, true])
})

test('an import that was killed continues when it runs again, with the same result [cli.import]', async (t) => {
  const [folder, other, { path }] = [await newHub(t), await newHub(t), await webui(t)]
  await importInto(other, path)
  const argv = [process.execPath, HUB, 'import', 'open-webui', path, '--hub', folder] as [string, ...string[]]
  for (const wait of [150, 400, 700, 900, 1100, 1300, 1600]) {
    const command = startInOwnProcess({
      argv,
      environment: {
        PATH: process.env['PATH']!,
        HOME: process.env['HOME']!,
        ...(await servicesOfHub(folder)),
      },
      cwd: folder,
      input: '',
    })
    await sleep(wait)
    command.kill('SIGKILL')
    await command.ended
  }
  await importInto(folder, path)
  assert.deepEqual(await contentOf(folder), await contentOf(other))
})

test('an account with the e-mail is kept and gets the chats, and an export goes to the named account [cli.import]', async (t) => {
  const [folder, { path, folder: files }] = [await newHub(t), await webui(t)]
  const create = [
    'admin',
    'create',
    '--email',
    'bob@example.com',
    '--name',
    'Robert',
    '--password-stdin',
    '--hub',
    folder,
    '--json',
  ]
  const { id } = JSON.parse((await hub(create, { input: 'a new password\n' })).stdout)
  const { counts } = await importInto(folder, path)
  assert.deepEqual(counts.accounts, { found: 8, added: 5, known: 1 })
  const { users, chats } = await contentOf(folder)
  assert.deepEqual(
    users.find(({ email }) => email === 'bob@example.com'),
    { email: 'bob@example.com', name: 'Robert', role: 'admin' },
  )
  assert.ok(chats.every(({ user_id }) => user_id === id))

  const exported = join(files, 'chats.json')
  const picture = { type: 'image', url: '/cache/image/generations/5f1.png' }
  await writeFile(
    exported,
    JSON.stringify([
      {
        id: 'x',
        title: 'Exported',
        chat: { messages: [{ role: 'user', content: 'Hello', files: [picture] }] },
      },
      { title: 'No id', chat: { messages: [{ role: 'user', content: 'No time' }] } },
      7,
    ]).replace('7]', `{"title":"Deep","chat":${'['.repeat(20_000)}${']'.repeat(20_000)}},7]`),
  )
  const withoutEmail = await hub(['import', 'open-webui', exported, '--hub', folder])
  assert.deepEqual([withoutEmail.code, /add --email/.test(withoutEmail.stderr)], [2, true])
  for (const added of [2, 0]) {
    await sleep(1100) // messages without a time get the time of the import, in seconds
    const ofExport = await importInto(folder, exported, '--email', 'ada@example.com')
    assert.deepEqual(ofExport.counts.chats, { found: 4, added, known: 2 - added })
    const pictures = ofExport.left_out.filter(({ what }: any) => what === 'pictures')
    assert.deepEqual(
      pictures.map(({ names }: any) => names),
      added > 0 ? [['Exported']] : [],
    )
  }
})

test('a database of an older release is imported, and a database without an administrator is refused [cli.import]', async (t) => {
  const folder = await newHub(t)
  const other = await folderWith(t, {})
  const path = join(other, 'webui.db')
  const key = `sk-${'f'.repeat(32)}`
  const fill = (role: string) => {
    const db = new DatabaseSync(path)
    db.exec(`
      drop table if exists user; drop table if exists auth; drop table if exists chat; drop table if exists "group";
      create table user (id text, name text, email text, role text, profile_image_url text, created_at int, updated_at int, api_key text);
      create table auth (id text, email text, password text, active int);
      create table chat (id text, user_id text, title text, chat text, created_at int, updated_at int, archived int, share_id text);
      create table "group" (id text, user_id text, name text, description text, user_ids text, created_at int);
      insert into user values ('u', 'Ada', 'ADA@example.com', '${role}', '', 1700000000, 1700000000, '${key}');
      insert into auth values ('u', 'ADA@example.com', 'x', 1);
      insert into "group" values ('g', 'u', 'Garden', '', '["u", "gone"]', 1700000000);
      insert into chat values ('c', 'u', 'Old', '{"messages":[{"role":"user","content":"Hello"}]}', 1700000000, 1700000000, 0, null);
    `)
    db.close()
  }
  fill('user')
  const refused = await hub(['import', 'open-webui', path, '--hub', folder])
  assert.deepEqual([refused.code, /run `hub admin create` first/.test(refused.stderr)], [1, true])
  assert.equal((await contentOf(folder)).users.length, 0)
  fill('admin')
  const { counts, remarks } = await importInto(folder, path)
  assert.deepEqual(
    [counts.accounts.added, counts.keys.added, counts.groups.added, counts.chats.added],
    [1, 1, 1, 1],
  )
  assert.ok(remarks.includes('This database has no table folder, tag, file, prompt, memory.'))
  const { users, members, messages } = await contentOf(folder)
  assert.deepEqual(
    [users.map(({ email }) => email), members.length, messages.map(({ content }) => content)],
    [['ada@example.com'], 1, ['Hello']],
  )
})

test('a file of another form is refused with the reason [cli.import]', async (t) => {
  const folder = await newHub(t)
  const other = await folderWith(t, {
    'text.txt': 'no chats',
    'wrong.db': 'SQLite format 3\0 and then nothing',
  })
  for (const [name, reason] of [
    ['text.txt', /neither a database of Open WebUI nor a JSON export/],
    ['wrong.db', /not an SQLite database|not a database/],
    ['gone.db', /cannot read .*gone\.db/],
  ] as const) {
    const { code, stderr } = await hub(['import', 'open-webui', join(other, name), '--hub', folder])
    assert.ok(code !== 0 && reason.test(stderr), stderr)
  }
})
