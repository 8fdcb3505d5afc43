import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test, type TestContext } from 'node:test'
import { lockImports } from '../../src/cli/import-lock.ts'
import { importedContent } from '../open-webui/imported-content.ts'
import { writeWebuiDatabase } from '../open-webui/webui-db.ts'
import { clusterRun } from '../support/cluster-run.ts'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'
import { storeOf } from '../support/own-services.ts'
import { NO_SMALL_DISK, smallDisk } from '../support/small-disk.ts'

async function closedWebui(t: TestContext) {
  const folder = await folderWith(t, { 'agent.md': '---\nname: Test\n---\nBe brief.\n' })
  const { path, close } = writeWebuiDatabase(await folderWith(t, {}))
  close()
  return {
    folder,
    path,
    run: (...more: string[]) => hub(['import', 'open-webui', path, '--hub', folder, ...more]),
  }
}

const CONTINUES =
  /then run the command again; the import is incomplete, but it keeps what it has stored and continues from there\n$/

test('a database that another program has locked is named, with what to do [cli.import]', async (t) => {
  const { path, run } = await closedWebui(t)
  using db = new DatabaseSync(path)
  db.exec('pragma journal_mode = delete; begin exclusive')
  const { code, stderr } = await run()
  assert.equal(code, 1)
  assert.match(stderr, /webui\.db is locked by another program \(database is locked\): stop Open WebUI, /)
  assert.match(stderr, CONTINUES)
  db.exec('rollback')
  assert.equal((await run()).code, 0)
})

test('a damaged database is named, what was read before stays, and a repaired one continues [cli.import]', async (t) => {
  const { folder, path, run } = await closedWebui(t)
  const whole = await readFile(path)
  const damaged = Buffer.from(whole)
  {
    using db = new DatabaseSync(path)
    const { page_size: size } = db.prepare('pragma page_size').get() as { page_size: number }
    const chat = db.prepare(`select rootpage from sqlite_master where name = 'chat'`).get()
    const start = ((chat as { rootpage: number }).rootpage - 1) * size
    damaged.fill(0, start, start + size)
  }
  await writeFile(path, damaged)
  const dry = await run('--dry-run')
  assert.match(
    dry.stderr,
    /damaged or unreadable \(.*malformed\).*run the command again; nothing was written\n$/,
  )
  const { code, stderr } = await run()
  assert.equal(code, 1)
  assert.match(stderr, /webui\.db is damaged or unreadable \(database disk image is malformed\): repair it/)
  assert.match(stderr, CONTINUES)
  const content = async () => importedContent(await storeOf(join(folder, '.svc')))
  const before = await content()
  assert.deepEqual([before.users.length > 0, before.chats.length], [true, 0])
  await writeFile(path, whole)
  assert.equal((await run()).code, 0)
  assert.ok((await content()).chats.length > 0)
})

test('a second import into the same Hub says that one is running [cli.import]', async (t) => {
  const { folder, run } = await closedWebui(t)
  assert.equal((await run()).code, 0)
  const running = lockImports(join(folder, '.svc'))
  try {
    const { code, stderr } = await run()
    assert.deepEqual(
      [code, stderr],
      [1, 'error another import into this Hub is running; wait until it has ended\n'],
    )
    assert.equal((await run('--dry-run')).code, 0)
  } finally {
    running[Symbol.dispose]()
  }
  assert.equal((await run()).code, 0)
})

test('two imports that start together store everything once, or one says that the other runs [cli.import]', async (t) => {
  const { run } = await closedWebui(t)
  const ended = await Promise.all([run(), run()])
  assert.ok(ended.some(({ code }) => code === 0))
  for (const { code, stderr } of ended)
    assert.ok(code === 0 || /another import into this Hub is running/.test(stderr), stderr)
})

test('an empty file is called empty [cli.import]', async (t) => {
  const { path, run } = await closedWebui(t)
  await writeFile(path, '')
  const { code, stderr } = await run('--email', 'ada@example.com')
  assert.equal(code, 2)
  assert.match(stderr, /webui\.db.*: the file is empty/)
})

test(
  'a full disk is named with the folder of the Hub’s data [cli.import]',
  { skip: clusterRun ? 'the database is not on this disk' : false },
  async (t) => {
    const disk = await smallDisk(t, '4m')
    if (!disk) return t.skip(NO_SMALL_DISK)
    const { folder, path } = await closedWebui(t)
    disk.fill()
    const { code, stderr } = await hub(['import', 'open-webui', path, '--hub', folder], {
      environment: { SVC_DATA_DIR: disk.folder },
    })
    assert.equal(code, 1)
    assert.ok(stderr.includes(`check the permissions of ${disk.folder} and the space on its disk, `), stderr)
    assert.match(stderr, CONTINUES)
  },
)
