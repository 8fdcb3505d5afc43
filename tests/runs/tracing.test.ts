import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { openStore } from '#ground/store/store.ts'
import { readTraceLines, readSpans } from '#core/traces/read.ts'
import { linesOf, startWorkingHub, type WorkingHub } from '../scheduler/support.ts'
import { storeOf } from '../support/own-services.ts'
import { until } from '../support/until.ts'

const FILES = {
  'tasks/water.md': '---\nrun: note.sh\n---\n',
  'tasks/talk.md': '---\n---\n/say hello\n/finish done Greeted\n',
  'note.sh': 'echo "$TRACEPARENT" >> seen.txt\n',
  'workflows/grow.yaml': `steps:
  - { id: dig, run: 'echo "$TRACEPARENT" >> seen.txt' }
  - { id: sow, run: exit 3, needs: dig }
  - { id: reap, run: echo never, needs: sow }
  - { id: tell, prompt: /say hello, needs: dig }
`,
}

async function traceOf(hub: WorkingHub, run: string) {
  await using store = await openStore(await storeOf(join(hub.folder, '.svc')))
  const trace = await until(async () => {
    const { items } = await readTraceLines(store, { hubs: null, run }, { limit: 10, offset: 0 })
    return items.some(({ root }) => root !== null) && items
  })
  assert.equal(trace.length, 1)
  const spans = await readSpans(store, trace[0]!.trace_id, null)
  const nameOf = new Map(spans.map(({ span_id, name }) => [span_id, name]))
  return {
    id: trace[0]!.trace_id,
    failed: trace[0]!.failed === 1,
    spans: spans.map(({ parent_span_id, name, failed, span_id, attributes }) => ({
      id: span_id,
      name: parent_span_id === null ? name : `${nameOf.get(parent_span_id)} > ${name}`,
      failed: failed === 1,
      attributes: JSON.parse(attributes) as Record<string, unknown>,
    })),
  }
}

const startRun = async (hub: WorkingHub, workflow: string) => {
  const id = `${workflow}:one`
  await hub.runs.queue({ hub: 'garden', id, workflow, trigger: 'manual', runAs: null })
  await hub.ended(workflow)
  return id
}

test('a run of a script alone is a trace, and the script gets its step in TRACEPARENT [runs.traces]', async (t) => {
  const hub = await startWorkingHub(t, { files: FILES })
  const { id, failed, spans } = await traceOf(hub, await startRun(hub, 'md:water'))
  assert.equal(failed, false)
  assert.deepEqual(spans.map(({ name }) => name).toSorted(), ['task water', 'task water > step script'])
  const [run, step] = spans.toSorted((a, b) => a.name.length - b.name.length)
  assert.deepEqual(run!.attributes, {
    'svc.hub': 'garden',
    'svc.run.id': 'md:water:one',
    'svc.run.workflow': 'md:water',
    'svc.run.trigger': 'manual',
    'svc.run.outcome': 'done',
  })
  assert.deepEqual(await linesOf(hub.folder, 'seen.txt'), [`00-${id}-${step!.id}-01`])
})

test('steps are spans below their run, with their failures; a skipped step has no span, and turns are below their steps [runs.traces]', async (t) => {
  const hub = await startWorkingHub(t, { files: FILES })
  const grown = await traceOf(hub, await startRun(hub, 'grow'))
  const shown = grown.spans.map(({ name, failed }) => `${name}${failed ? ' failed' : ''}`).toSorted()
  assert.deepEqual(
    shown.filter((name) => !/> (chat|execute_tool) /.test(name)),
    [
      'step tell > invoke_agent Gardener',
      'workflow grow > step dig',
      'workflow grow > step sow failed',
      'workflow grow > step tell',
      'workflow grow failed',
    ],
  )
  const dig = grown.spans.find(({ name }) => name.endsWith('step dig'))!
  assert.deepEqual(await linesOf(hub.folder, 'seen.txt'), [`00-${grown.id}-${dig.id}-01`])
  const talked = await traceOf(hub, await startRun(hub, 'md:talk'))
  const names = talked.spans.map(({ name }) => name)
  for (const name of ['task talk', 'task talk > step round-1', 'step round-1 > invoke_agent Gardener'])
    assert.ok(names.includes(name), names.join())
})
