import assert from 'node:assert/strict'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { startInOwnProcess } from '../support/command-processes.ts'
import { signUp } from '../support/console-person.ts'
import { folderWith } from '../support/folder.ts'
import { hub as hubCommand, HUB } from '../support/hub-command.ts'
import { postgresPrograms } from '../support/postgres.ts'
import { freePorts } from '../support/free-ports.ts'
import { runHub } from '../support/running-hub.ts'
import { startInstances } from './started-instances.ts'
import { until } from '../support/until.ts'

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'

const PERSON = { name: 'Ann', email: 'ann@example.com', password: 'correct horse' }

const FILES = {
  'Garden/agent.md': 'You look after a garden.\n',
  'Garden/tasks/note.md': `---\nrun: sh note.sh\non_webhook: true\nrun_as: ${PERSON.email}\n---\n`,
  'Garden/note.sh': 'for event in $SVC_WEBHOOK_EVENTS; do cat "$event" >> handled.txt; done\n',
  'Garden/handled.txt': '',
}

const sendTo = async (url: string, n: number): Promise<string> => {
  const answer = await fetch(`${url}/webhooks/garden/webhook`, {
    method: 'POST',
    headers: { 'x-webhook-secret': 's3cret', 'content-type': 'application/json', 'x-webhook-id': `d-${n}` },
    body: JSON.stringify({ n }),
  })
  assert.equal(answer.status, 200)
  return answer.text()
}

test(
  'events that wait in the store are handled once from the folder after the move, and duplicates are detected [inbox.move-out] [scale.moves]',
  { skip, timeout: 120_000 },
  async (t) => {
    const folder = join(await folderWith(t, FILES), 'Garden')
    await using instances = await startInstances()
    const environment = {
      SVC_DATABASE_URL: instances.url,
      SVC_MACHINE_NAME: 'barn',
      WEBHOOK_INBOUND_SECRET: 's3cret',
      SVC_ACCESS: 'groups',
    }
    const inStore = { ...environment, SVC_INBOX: 'store' }
    const start = (variables: Record<string, string>) =>
      runHub({ folder, options: ['--webhook'], environment: variables })
    const migrate = async (variables: Record<string, string>, ...options: string[]) => {
      const args = ['move', 'inbox', '--hub', folder, '--json', ...options]
      const { code, stdout, stderr } = await hubCommand(args, { environment: variables })
      const lines = stdout.split('\n').filter(Boolean)
      return { code, stderr, said: lines.map((line) => JSON.parse(line)) }
    }

    const first = await start(inStore)
    await signUp(first.url, PERSON)
    await sendTo(first.url, 0)
    const handled = async () =>
      (await readFile(join(folder, 'handled.txt'), 'utf8'))
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line).body.n)
    const eventsIn = (state: 'pending' | 'processed') =>
      instances.store.db.selectFrom('inbox_events').select('event').where('state', '=', state).execute()
    await until(async () => (await eventsIn('processed')).length === 1)
    await first.stop()

    // Only the receiver starts, so no run processes further events.
    const [port] = await freePorts(1)
    const receiver = startInOwnProcess({
      argv: [process.execPath, HUB, 'inbound', folder, '--json'],
      environment: { PATH: process.env['PATH']!, ...inStore, SVC_INBOUND_PORT: String(port) },
      cwd: process.cwd(),
      input: '',
    })
    for await (const line of createInterface({ input: receiver.stdout }))
      if (JSON.parse(line).event === 'ready') break
    for (const n of [1, 2]) assert.equal(await sendTo(`http://127.0.0.1:${port}`, n), 'ok')
    const running = await migrate(environment)
    assert.deepEqual(
      [running.code, /already running as pid \d+.*stop that process/.test(running.stderr)],
      [1, true],
    )
    receiver.kill('SIGTERM')
    await receiver.ended
    const wrong = await migrate(inStore)
    assert.deepEqual([wrong.code, /SVC_INBOX=store would move/.test(wrong.stderr)], [2, true])

    const dry = await migrate(environment, '--dry-run')
    const counts = { pending: 2, quarantined: 0, processed: 1, there: 0, in_the_way: 0 }
    const { moved_bytes, ...facts } = dry.said[0]
    assert.deepEqual(
      [dry.code, facts, moved_bytes > 0],
      [0, { inbox: 'webhook', ...counts }, true],
      dry.stderr,
    )
    const { event } = (await eventsIn('pending'))[0]!
    const place = join(folder, '.inbound/webhooks/webhook')
    await mkdir(place, { recursive: true })
    await writeFile(join(place, event), '{}')
    const inTheWay = await migrate(environment)
    assert.deepEqual(
      [inTheWay.code, /the target already has 1 different files of the same names/.test(inTheWay.stderr)],
      [1, true],
    )
    const problem = { inbox: 'webhook', event, state: 'pending', problem: 'in_the_way' }
    assert.deepEqual(inTheWay.said[0], problem)
    await assert.rejects(start(environment), /SVC_INBOX: some events of this Hub are still in the database/)
    const halfMoved = await hubCommand(['events', 'list', '--hub', folder], { environment })
    assert.deepEqual([halfMoved.code, /still in the database/.test(halfMoved.stderr)], [2, true])

    await rm(join(place, event))
    const moved = await migrate(environment, '--verify')
    assert.deepEqual([moved.code, moved.said.at(-1)], [0, { repeats_known: 9 }], moved.stderr)
    await using again = await start(environment)
    assert.equal(await sendTo(again.url, 1), 'duplicate')
    assert.equal(await sendTo(again.url, 3), 'ok')
    await until(async () => (await handled()).length === 4)
    for (const n of [0, 1, 2, 3]) assert.equal(await sendTo(again.url, n), 'duplicate')
    assert.deepEqual(
      (await handled()).toSorted((a, b) => a - b),
      [0, 1, 2, 3],
    )
    const shown = await hubCommand(['events', 'list', '--hub', folder], { environment })
    assert.equal(shown.stdout.trim().split('\n').length, 4, shown.stdout + shown.stderr)
    await again.stop()
  },
)
