// Runs in a process of its own: it measures the process's memory.
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { startWorkingHub } from './support.ts'
import { until } from '../support/until.ts'

const EVENTS = 10_000

test(
  'a task with 10,000 events handles each once, at most 500 a run, and memory stays flat [task.many-events]',
  { timeout: 180_000 },
  async (t) => {
    const hub = await startWorkingHub(t, {
      files: { 'note.sh': 'echo "$SVC_WEBHOOK_EVENTS" | sed "s#.*/##" >> seen.txt\n' },
      environment: { SVC_LOG_LEVEL: 'error' },
    })
    const names = await hub.deliver(
      ...Array.from({ length: EVENTS }, (_, n) => ({ n, more: 'x'.repeat(1000) })),
    )
    assert.equal(names.length, EVENTS)
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    let most = 0
    await mkdir(join(hub.folder, 'tasks'))
    await writeFile(
      join(hub.folder, 'tasks/orders.md'),
      '---\non_webhook: true\nrun_as: ann@example.org\nrun: note.sh\n---\n',
    )
    await until(async () => {
      most = Math.max(most, process.memoryUsage().heapUsed)
      const { total } = await hub.runs.list({ hubs: null, status: 'succeeded' }, { limit: 1, offset: 0 })
      return total === EVENTS / 500 && (await hub.inbox.list('pending')).length === 0
    })
    const { items } = await hub.runs.list({ hubs: null }, { limit: 50, offset: 0 })
    assert.ok(items.every(({ batch, outcome }) => batch!.events.length === 500 && outcome === 'done'))
    assert.deepEqual(items.flatMap(({ batch }) => batch!.events).toSorted(), names)
    assert.equal((await hub.inbox.list('processed')).length, EVENTS)
    assert.ok(most - before < 96 * 1024 ** 2, `${Math.round((most - before) / 1024 ** 2)} MiB more`)
  },
)
