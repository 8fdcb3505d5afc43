import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test, type TestContext } from 'node:test'
import pg from 'pg'
import { importedContent } from '../open-webui/imported-content.ts'
import { MADE, writeWebuiDatabase } from '../open-webui/webui-db.ts'
import { startInOwnProcess } from '../support/command-processes.ts'
import { folderWith } from '../support/folder.ts'
import { hub, HUB } from '../support/hub-command.ts'
import { createPostgresDatabase, postgresPrograms } from '../support/postgres.ts'
import { runHub } from '../support/running-hub.ts'

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'

async function emptyHub(t: TestContext) {
  const folder = await folderWith(t, { 'agent.md': '---\nname: Test\n---\nBe brief.\n' })
  const source = await folderWith(t, {})
  const { path, close } = writeWebuiDatabase(source)
  t.after(close)
  const url = await createPostgresDatabase()
  const environment = { SVC_DATABASE_URL: url, SVC_CHATS: 'store' }
  const command = ['import', 'open-webui', path, '--hub', folder, '--json']
  return {
    folder,
    url,
    path,
    environment,
    command,
    content: () => importedContent({ kind: 'postgres', url }),
    async importAll(...more: string[]) {
      const { code, stdout, stderr } = await hub([...command, ...more], { environment })
      assert.equal(code, 0, stderr)
      return JSON.parse(stdout)
    },
  }
}

const rows = async (url: string, statement: string): Promise<any[]> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

test(
  'an import into Postgres stores the rows of an import into SQLite, once, and a dry run creates no table [cli.import]',
  { skip },
  async (t) => {
    const target = await emptyHub(t)
    const filesBefore = await readdir(target.folder, { recursive: true })
    const dry = await target.importAll('--dry-run')
    assert.deepEqual(
      await rows(target.url, `select tablename from pg_tables where schemaname = 'public'`),
      [],
    )
    assert.deepEqual(await readdir(target.folder, { recursive: true }), filesBefore)
    const first = await target.importAll()
    assert.deepEqual({ ...dry, dry_run: false }, first)

    const other = await folderWith(t, { 'agent.md': '---\nname: Test\n---\nBe brief.\n' })
    const path = join(other, 'hub.db')
    const command = ['import', 'open-webui', target.path, '--hub', other, '--json']
    const onSqlite = await hub(command, { environment: { SVC_DATABASE_URL: `sqlite:${path}` } })
    assert.deepEqual(JSON.parse(onSqlite.stdout), first)
    const before = await target.content()
    assert.deepEqual(before, await importedContent({ kind: 'sqlite', path }))
    assert.deepEqual(await rows(target.url, 'select text from memory_notes'), [{ text: 'Likes ferns' }])

    const second = await target.importAll()
    for (const [kind, { added }] of Object.entries<any>(second.counts)) assert.equal(added, 0, kind)
    assert.deepEqual(await target.content(), before)
  },
)

test(
  'an import into Postgres that was killed continues beside a running Hub, where people then sign in [cli.import]',
  { skip },
  async (t) => {
    const [target, other] = [await emptyHub(t), await emptyHub(t)]
    await other.importAll()
    const { environment } = target
    await using running = await runHub({ folder: target.folder, environment })
    const count = async (table: string) =>
      Number((await rows(target.url, `select count(*) from ${table}`))[0].count)
    for (const [table, least] of [
      ['chatapp_users', 1],
      ['chatapp_files', 1],
      ['chatapp_chats', 5],
      ['chatapp_chats', 20],
    ] as const) {
      const command = startInOwnProcess({
        argv: [process.execPath, HUB, ...target.command],
        environment: { PATH: process.env['PATH']!, HOME: process.env['HOME']!, ...environment },
        cwd: target.folder,
        input: '',
      })
      let hasEnded = false
      void command.ended.then(() => (hasEnded = true))
      while (!hasEnded && (await count(table)) < least) await sleep(1)
      command.kill('SIGKILL')
      assert.equal(await command.ended, null, 'the import was killed before its end')
    }
    const administrators = `select subject from access_grants where permission = 'manage_access'`
    assert.deepEqual(await rows(target.url, administrators), [{ subject: 'ada@example.com' }])
    await target.importAll()
    assert.deepEqual(await target.content(), await other.content())
    assert.deepEqual(await rows(target.url, administrators), [{ subject: 'ada@example.com' }])
    const signIn = await fetch(`${running.url}/api/v1/auths/signin`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'bob@example.com', password: 'old password of Bob' }),
    })
    const { id, token } = (await signIn.json()) as { id: string; token: string }
    assert.equal(id, MADE.bob)
    const headers = { authorization: `Bearer ${token}` }
    const file = await fetch(`${running.url}/api/v1/files/${MADE.file}/content`, { headers })
    assert.equal(await file.text(), MADE.fileText)
  },
)
