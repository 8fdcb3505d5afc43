import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { redirectLogs } from '#ground/base/log.ts'
import { createRuns } from '#features/work/runs/runs.ts'
import { startTestConsole } from '../support/console.ts'
import { startUpstream } from '../support/upstream.ts'
import { until } from '../support/until.ts'

const SECRET = 'rosebud-4711'
const FILES = {
  'tasks/ask.md': `---\nrun_as: eve@example.com\n---\nRemember ${SECRET}.\n`,
  'workflows/ask.yaml': `run_as: eve@example.com\nsteps: [{ id: ask, prompt: Remember ${SECRET}. }]\n`,
  'workflows/tool.yaml': `run_as: eve@example.com\nsteps: [{ id: open, tool: open_safe, args: { code: ${SECRET} } }]\n`,
  'tools/open_safe.ts': `import { defineTool } from 'hub-service'
import { z } from 'zod'
export default defineTool({ name: 'open_safe', description: 'Opens', input: z.object({ code: z.string() }), run: ({ code }) => { throw new TypeError('wrong code ' + code) } })
`,
}

test('only the run’s account sees a provider’s or tool’s error text; others see its kind, and logs contain neither [runs.failure-kind]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise((answer, { body }) =>
    answer.status(400, {
      error: { message: `Bad prompt: ${/Remember .*?\./.exec(JSON.stringify(body.messages))?.[0]}` },
    }),
  )
  const environment = { SVC_MODEL: 'compatible/test', SVC_MODEL_BASE_URL: upstream.url }
  const hub = await startTestConsole(t, { files: FILES, environment })
  const logged: string[] = []
  redirectLogs({ write: (line) => void logged.push(line) })
  const eve = await hub.addPerson('Eve')
  await hub.admin.get('/me') // the first request makes her an administrator
  for (const permission of ['manage_access', 'use_hub']) {
    const given = await hub.admin.post('/access/grant', { subject: eve.email, hub: 'garden', permission })
    assert.equal(given.status, 200, given.text)
  }
  const runs = createRuns({ store: hub.store, clock: systemClock })
  for (const [workflow, kind, words] of [
    ['md:ask', /^The model failed: its provider refused the request\.$/, true],
    ['ask', /^The step ask failed: The model failed: its provider refused the request\.$/, true],
    ['tool', /^The step open failed: The tool open_safe failed\.$/, false],
  ] as const) {
    const ref = { hub: 'garden', id: `one ${workflow}` }
    await runs.queue({ ...ref, workflow, trigger: 'manual', runAs: eve.email })
    await until(async () => (await runs.read(ref))!.endedAt !== null)
    const path = `/runs/garden/${encodeURIComponent(ref.id)}`
    const [others, own] = [await hub.admin.get(path), await eve.get(path)]
    assert.match(others.json.error, kind)
    assert.ok(!others.text.includes(SECRET), others.text)
    assert.ok(own.text.includes(SECRET), own.text)
    if (words)
      assert.ok(own.json.error.includes(SECRET) && own.json.steps[0].error.includes(SECRET), own.text)
    const list = await hub.admin.get('/runs?hub=garden')
    assert.ok(!list.text.includes(SECRET), list.text)
  }
  assert.ok(
    logged.some((line) => line.includes('run.failed')) && logged.some((line) => line.includes('tool.failed')),
  )
  assert.ok(!logged.join('').includes(SECRET), logged.filter((line) => line.includes(SECRET)).join(''))
})
