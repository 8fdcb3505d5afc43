import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { copyFile, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStore, type Store } from '#ground/store/store.ts'
import type { Client } from '../chatapp/client.ts'
import { ask, messagesOf, readEvents, restOf } from '../chatapp/page.ts'
import { signUpAt } from '../chatapp/started-chatapp.ts'
import { at, startInstances } from '../scale/started-instances.ts'
import { startInOwnProcess } from '../support/command-processes.ts'
import { holdingS3 } from '../support/holding-s3.ts'
import { hub as hubCommand, HUB } from '../support/hub-command.ts'
import { runHub } from '../support/running-hub.ts'
import { startS3 } from '../support/s3.ts'
import { NO_SMALL_DISK, smallDisk } from '../support/small-disk.ts'
import { BACKENDS } from '../support/stores.ts'

const { skip } = BACKENDS.find(({ kind }) => kind === 'postgres')!
const SQLITE = { SVC_DATABASE_URL: 'sqlite:.svc/hub.db' }
const SECRET = { SVC_SESSION_SECRET: 'a secret that only these machines know' }
const IN_STORE = { SVC_CHATS: 'store' }
const NAMES = ['one', 'two', 'three', 'four']

type Variables = Record<string, string>

async function chatAbout(client: Client, names: readonly string[]): Promise<void> {
  for (const name of names) {
    const { id } = (await client.upload(`${name}.txt`, `bytes of ${name}`)).json
    const user_message = { content: name, files: [{ id, type: 'file', name: `${name}.txt` }] }
    const asked = await ask(client, { model: 'garden-team', user_message })
    await restOf(readEvents(client, asked.chatId))
    const { [asked.answerId]: answer } = await messagesOf(client, asked.chatId)
    assert.equal(answer.state, 'done', JSON.stringify(answer))
  }
}

async function migrate(folder: string, environment: Variables) {
  const args = ['move', 'chats', '--hub', folder, '--json']
  const { code, stdout, stderr } = await hubCommand(args, { environment })
  const lines = stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
  return { code, stderr, named: lines.slice(0, -1), counts: lines.at(-1) }
}

async function chatsIn(folder: string): Promise<string[]> {
  const chats = join(folder, '.chats')
  const scopes = (await readdir(chats)).filter((name) => !name.startsWith('.'))
  const prompts = await Promise.all(
    scopes.map(async (scope) => {
      const history = await readFile(join(chats, scope, 'history.jsonl'), 'utf8').catch(() => '')
      const [line, ...more] = history.split('\n').filter(Boolean)
      if (line === undefined) return []
      assert.deepEqual(more, [])
      assert.match(JSON.parse(await readFile(join(chats, scope, 'chat.json'), 'utf8')).owner, /^ann.*@/)
      const [, name] = /(one|two|three|four)/.exec(JSON.parse(line).prompt)!
      assert.deepEqual(await readdir(join(chats, scope, 'files')), [`${name}.txt`])
      assert.equal(await readFile(join(chats, scope, 'files', `${name}.txt`), 'utf8'), `bytes of ${name}`)
      return [name!]
    }),
  )
  return prompts.flat().toSorted()
}

const filesIn = async ({ db }: Pick<Store, 'db'>): Promise<string[]> => {
  const rows = await db.selectFrom('chat_files').select('name').execute()
  return rows.map(({ name }) => name.replace(/\.txt$/, '')).toSorted()
}

const isRead = ({ method, url }: { method?: string | undefined; url?: string | undefined }) =>
  method === 'GET' && url!.includes('/agent-files/')

const withoutCopies = (folder: string) => rm(join(folder, '.chats'), { recursive: true, force: true })

test(
  'chats return from Postgres and a bucket, also after an interruption; no instance serves meanwhile [chats.move-out] [scale.moves]',
  { skip },
  async (t) => {
    const s3 = await startS3(t)
    await using instances = await startInstances({ ...IN_STORE, ...s3.environment() })
    const barn = await instances.start('barn')
    const ann = await signUpAt(barn.url, 'Ann')
    await chatAbout(ann, NAMES)
    const { folder } = barn
    const environment = { ...SECRET, SVC_DATABASE_URL: instances.url, SVC_MACHINE_NAME: 'barn' }
    const away = await migrate(folder, { ...environment, ...s3.environment() })
    assert.deepEqual(
      [away.code, /already running as pid \d+ \(http.*stop that process/.test(away.stderr)],
      [1, true],
    )
    await barn.stop()
    await using shed = await instances.start('shed')
    const beside = await migrate(folder, { ...environment, ...s3.environment() })
    assert.deepEqual([beside.code, /shed uses this database: stop all inst/.test(beside.stderr)], [1, true])
    await shed.stop()

    await withoutCopies(folder)
    const held = await holdingS3(t, s3, { taken: 2, isOne: isRead })
    const cutOff = startInOwnProcess({
      argv: [process.execPath, HUB, 'move', 'chats', '--hub', folder],
      environment: {
        PATH: process.env['PATH']!,
        ...environment,
        ...s3.environment(),
        SVC_BLOBS_URL: held.url,
      },
      cwd: process.cwd(),
      input: '',
    })
    await held.isReached
    const moving = /barn is moving data of this database \(hub move chats\)/
    await assert.rejects(instances.start('shed', {}, shed.folder), moving)
    const here = new RegExp(`hub move chats is under way here as pid ${cutOff.pid}`)
    await assert.rejects(runHub({ folder, environment: { ...environment, ...IN_STORE } }), here)
    for (const part of ['chats', 'files'])
      assert.match(
        (
          await hubCommand(['move', part, '--hub', folder], {
            environment: { ...environment, ...s3.environment() },
          })
        ).stderr,
        here,
      )
    cutOff.kill('SIGKILL')
    assert.equal(await cutOff.ended, null)
    const [left, there] = [await filesIn(instances.store), await chatsIn(folder)]
    assert.deepEqual([left.length, there.length >= 2], [2, true], 'nothing is removed that is not there')

    const again = await migrate(folder, { ...environment, ...s3.environment() })
    assert.deepEqual([again.code, again.counts], [0, { chats: 2, left: 0, people: 0 }], again.stderr)
    assert.deepEqual([await chatsIn(folder), await filesIn(instances.store)], [NAMES.toSorted(), []])
    await using back = await runHub({ folder, environment: { ...environment, ...s3.environment() } })
    const { json } = await at(back, ann).get('/api/v1/chats/?page=1')
    assert.equal(json.length, 4)
    await back.stop()
  },
)

test(
  'a chat whose content or folder is unavailable stays in the store and is named, and all others move [chats.move-out]',
  { skip },
  async (t) => {
    const s3 = await startS3(t)
    await using instances = await startInstances({ ...IN_STORE, ...s3.environment() })
    const barn = await instances.start('barn')
    await chatAbout(await signUpAt(barn.url, 'Ann'), NAMES)
    const { folder } = barn
    await barn.stop()
    await withoutCopies(folder)
    const environment = { ...SECRET, SVC_DATABASE_URL: instances.url, ...s3.environment() }
    const scopeOf = async (name: string) =>
      (
        await instances.store.db
          .selectFrom('chat_files')
          .select('scope')
          .where('name', '=', `${name}.txt`)
          .executeTakeFirstOrThrow()
      ).scope
    const [gone, changed, others] = [await scopeOf('one'), await scopeOf('two'), await scopeOf('three')]
    const objectOf = (name: string) =>
      s3.pathOf(`hub/agent-files/${createHash('sha256').update(`bytes of ${name}`).digest('hex')}`)
    for (const name of ['one', 'two']) await copyFile(objectOf(name), `${objectOf(name)}.kept`)
    await rm(objectOf('one'))
    await writeFile(objectOf('two'), 'bytes of owt')
    const record = join(folder, '.chats', others, 'chat.json')
    spawnSync('mkdir', ['-p', join(record, '..')])
    await writeFile(record, '{"id":"x","owner":"bob@example.com","created_at":"2026-01-01T00:00:00Z"}')

    const first = await migrate(folder, environment)
    assert.deepEqual([first.code, first.counts], [1, { chats: 1, left: 3, people: 0 }])
    assert.match(first.stderr, /3 chats are still in the database/)
    const problems = Object.fromEntries(first.named.map(({ chat, problem }) => [chat, problem]))
    assert.deepEqual(Object.keys(problems).toSorted(), [gone, changed, others].toSorted())
    assert.match(problems[gone], /one\.txt is missing in the storage that this instance uses/)
    assert.match(problems[changed], /are not those/)
    assert.match(problems[others], /names another owner/)
    assert.deepEqual(await filesIn(instances.store), ['one', 'three', 'two'])
    assert.deepEqual(await chatsIn(folder), ['four'])

    for (const name of ['one', 'two']) await copyFile(`${objectOf(name)}.kept`, objectOf(name))
    await rm(record)
    const again = await migrate(folder, environment)
    assert.deepEqual([again.code, again.counts], [0, { chats: 3, left: 0, people: 0 }], again.stderr)
    assert.deepEqual([await chatsIn(folder), await filesIn(instances.store)], [NAMES.toSorted(), []])
  },
)

test('while the bucket is unavailable chats stay in the store, and move when it is available [chats.move-out]', async (t) => {
  const s3 = await startS3(t)
  const environment = { ...SQLITE, ...s3.environment() }
  await using hub = await runHub({ environment: { ...environment, ...IN_STORE } })
  await chatAbout(await signUpAt(hub.url, 'Ann'), NAMES)
  await hub.stop()
  await withoutCopies(hub.folder)
  const { url } = await holdingS3(t, s3, { taken: 2, isOne: isRead, afterwards: 'refuse' })
  const midway = await migrate(hub.folder, { ...environment, SVC_BLOBS_URL: url })
  assert.deepEqual([midway.code, midway.counts], [1, { chats: 2, left: 0, people: 0 }], midway.stderr)
  assert.match(midway.stderr, /the bucket: .*; run the command again to continue/)
  assert.equal((await chatsIn(hub.folder)).length, 2)
  await s3.stop()
  const away = await migrate(hub.folder, environment)
  assert.deepEqual([away.code, /SVC_BLOBS_URL: .*cannot be reached/.test(away.stderr)], [2, true])
  await s3.start()
  const again = await migrate(hub.folder, environment)
  assert.deepEqual([again.code, again.counts], [0, { chats: 2, left: 0, people: 0 }], again.stderr)
  assert.deepEqual(await chatsIn(hub.folder), NAMES.toSorted())
})

test('chats stay in the store while the folder is not writable, and move afterwards [chats.move-out]', async (t) => {
  const disk = await smallDisk(t, '512k')
  if (disk === null) return t.skip(NO_SMALL_DISK)
  await using hub = await runHub({ environment: { ...SQLITE, ...IN_STORE } })
  await chatAbout(await signUpAt(hub.url, 'Ann'), NAMES)
  await hub.stop()
  await withoutCopies(hub.folder)
  await symlink(disk.folder, join(hub.folder, '.chats'))
  await using store = await openStore({ kind: 'sqlite', path: join(hub.folder, '.svc/hub.db') })
  disk.fill()
  const full = await migrate(hub.folder, SQLITE)
  assert.deepEqual(
    [full.code, /no space left on device.*free disk space/.test(full.stderr)],
    [1, true],
    full.stderr,
  )
  disk.free()
  assert.deepEqual(await filesIn(store), NAMES.toSorted())
  spawnSync('mount', ['-o', 'remount,ro', disk.folder])
  const readOnly = await migrate(hub.folder, SQLITE)
  assert.equal(readOnly.code, 1)
  assert.match(
    readOnly.stderr,
    /\.chats cannot be written \(the file system is read-only\), but chats are kept/,
  )
  spawnSync('mount', ['-o', 'remount,rw', disk.folder])
  assert.deepEqual(await filesIn(store), NAMES.toSorted())
  const again = await migrate(hub.folder, SQLITE)
  assert.deepEqual([again.code, again.counts], [0, { chats: 4, left: 0, people: 0 }], again.stderr)
  assert.deepEqual([await chatsIn(hub.folder), await filesIn(store)], [NAMES.toSorted(), []])
})
