import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { startInstances } from '../scale/started-instances.ts'
import { hub as hubCommand } from '../support/hub-command.ts'
import { postgresPrograms } from '../support/postgres.ts'
import { isBroken, isServing, makeHub, runGateway } from './running-gateway.ts'

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'

test(
  'each Hub of a gateway compares its own settings with other instances, and a conflict affects no other Hub [scale.hub-agreement] [scale.moves]',
  { skip, timeout: 120_000 },
  async (t) => {
    const folders = [await mkdtemp(join(tmpdir(), 'hubs-')), await mkdtemp(join(tmpdir(), 'hubs-'))] as const
    t.after(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))
    const [first, second] = folders
    await makeHub(first, 'Ash', 'SVC_INBOX=store\nSVC_CHATS=store\n')
    await makeHub(first, 'Birch')
    await makeHub(first, 'Cedar', 'SVC_CHATS=store\n')
    for (const name of ['Ash', 'Birch', 'Cedar']) await makeHub(second, name, 'SVC_INBOX=store\n')
    await using instances = await startInstances()
    const variables = (name: string) => ({
      SVC_DATABASE_URL: instances.url,
      SVC_SESSION_SECRET: 'a secret that only these machines know',
      SVC_MACHINE_NAME: name,
      SVC_BRIDGE_WORKERS: '1',
    })
    await using barn = await runGateway(first, variables('barn'))
    assert.deepEqual(
      barn.hubs.filter((hub) => !isServing(hub)),
      [],
    )
    await using shed = await runGateway(second, { ...variables('shed') })
    const problems = Object.fromEntries(
      shed.hubs.map(({ slug, folder, problem }) => [slug ?? folder, problem]),
    )
    const of = (name: string) => problems[name.toLowerCase()] ?? problems[join(second, name)]
    assert.match(
      of('Ash')!,
      /SVC_CHATS: barn serves ash with its chats in the database: set SVC_CHATS=store here/,
    )
    assert.doesNotMatch(of('Ash')!, /SVC_INBOX/)
    assert.match(of('Cedar')!, /SVC_CHATS: barn serves cedar/)
    assert.deepEqual(
      shed.hubs.filter(isServing).map(({ slug }) => slug),
      ['birch'],
    )

    await writeFile(join(second, 'Ash/.env'), 'SVC_CHATS=store\n')
    const { problem } = await shed.told('Ash', (hub) => isBroken(hub) && !/SVC_CHATS/.test(hub.problem!))
    assert.match(problem!, /SVC_INBOX: barn serves ash with its events in the database/)
    await writeFile(join(second, 'Ash/.env'), 'SVC_CHATS=store\nSVC_INBOX=store\n')
    await shed.told('Ash', isServing)

    const { pid } = JSON.parse(await readFile(join(first, '.svc/run.json'), 'utf8'))
    const moving = await hubCommand(['move', 'inbox', '--hub', join(first, 'Birch')], {
      environment: variables('barn'),
    })
    assert.deepEqual(
      [moving.code, new RegExp(`already running as pid ${pid}`).test(moving.stderr)],
      [1, true],
    )
  },
)
