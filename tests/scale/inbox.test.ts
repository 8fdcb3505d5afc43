import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { createRuns } from '#features/work/runs/runs.ts'
import { signUp } from '../support/console-person.ts'
import { folderWith } from '../support/folder.ts'
import { hub as hubCommand } from '../support/hub-command.ts'
import { postgresPrograms } from '../support/postgres.ts'
import { runHub, type RunningHub } from '../support/running-hub.ts'
import { startInstances } from './started-instances.ts'
import { until } from '../support/until.ts'

const skip = postgresPrograms ? false : 'no Postgres programs on this machine'

const PERSON = { name: 'Ann', email: 'ann@example.com', password: 'correct horse' }

const filesOf = (handled: string) => ({
  'Garden/agent.md': 'You look after a garden.\n',
  'Garden/tasks/note.md': `---\nrun: sh note.sh\non_webhook: true\nrun_as: ${PERSON.email}\n---\n`,
  'Garden/note.sh': `while [ -e waits ]; do sleep 0.1; done\nfor event in $SVC_WEBHOOK_EVENTS; do cat "$event" >> ${handled}; done\n`,
})

const sendTo = (hub: RunningHub, body: string, id: string) =>
  fetch(`${hub.url}/webhooks/garden/webhook`, {
    method: 'POST',
    headers: { 'x-webhook-secret': 's3cret', 'content-type': 'application/json', 'x-webhook-id': id },
    body,
  })

test(
  'another instance handles the events of a stopped instance, and every instance detects duplicates [scale.inbox]',
  { skip, timeout: 120_000 },
  async (t) => {
    const handled = join(await folderWith(t, { 'handled.txt': '' }), 'handled.txt')
    const files = filesOf(handled)
    const folders = [
      join(await folderWith(t, { ...files, 'Garden/waits': '' }), 'Garden'),
      join(await folderWith(t, files), 'Garden'),
    ] as const
    await using instances = await startInstances({ SVC_RUN_LEASE: '3' })
    const runs = createRuns({ store: instances.store, clock: systemClock })
    const start = (name: string, folder: string) =>
      runHub({
        folder,
        options: ['--webhook'],
        environment: {
          SVC_DATABASE_URL: instances.url,
          SVC_MACHINE_NAME: name,
          SVC_SESSION_SECRET: 'a secret that only these machines know',
          SVC_RUN_LEASE: '3',
          SVC_INBOX: 'store',
          WEBHOOK_INBOUND_SECRET: 's3cret',
          SVC_ACCESS: 'groups',
        },
      })
    const waiting = async () =>
      (
        await instances.store.db
          .selectFrom('inbox_events')
          .where('state', '=', 'pending')
          .selectAll()
          .execute()
      ).length

    await using one = await start('one', folders[0])
    await signUp(one.url, PERSON)
    assert.equal((await sendTo(one, '{"n":1}', 'first')).status, 200)
    await until(async () =>
      (await runs.list({ hubs: ['garden'] }, { limit: 1, offset: 0 })).items.some(
        ({ status }) => status === 'running',
      ),
    )
    await using two = await start('two', folders[1])
    const repeated = await sendTo(two, '{"n":1}', 'first')
    assert.match(await repeated.text(), /duplicate/)
    const both = await Promise.all([one, two].map((hub) => sendTo(hub, '{"n":2}', 'second')))
    const output = await Promise.all(
      both.map(async (answer) => [answer.status, await answer.text()] as const),
    )
    assert.deepEqual(
      output.map(([status]) => status),
      [200, 200],
    )
    assert.equal(output.filter(([, text]) => /duplicate/.test(text)).length, 1)
    const wrong = { method: 'POST', headers: { 'x-webhook-secret': 'wrong' }, body: '{}' }
    assert.equal((await fetch(`${one.url}/webhooks/garden/webhook`, wrong)).status, 403)
    const environment = {
      SVC_DATABASE_URL: instances.url,
      SVC_INBOX: 'store',
      WEBHOOK_INBOUND_SECRET: 's3cret',
    }
    const command = (name: string) => hubCommand(['events', name, '--hub', folders[1]], { environment })
    const shown = await command('list')
    assert.equal(shown.stdout.trim().split('\n').length, 2, shown.stdout + shown.stderr)
    const refused = await command('refused')
    assert.match(refused.stdout, /its proof did not match/, 'the other machine refused it')

    one.process.kill('SIGKILL')
    await one.ended
    await until(async () => {
      const { items } = await runs.list({ hubs: ['garden'] }, { limit: 9, offset: 0 })
      return items.some(({ status, endedAt }) => status === 'failed' && endedAt! + 1_000 < Date.now())
    })
    assert.equal((await sendTo(two, '{"n":3}', 'third')).status, 200)
    await until(async () => (await waiting()) === 0)
    const lines = (await readFile(handled, 'utf8')).trim().split('\n')
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).body.n).toSorted((a, b) => a - b),
      [1, 2, 3],
    )
  },
)
