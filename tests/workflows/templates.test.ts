import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openTasks } from '#features/work/tasks/tasks.ts'
import { openWorkflows } from '#features/work/workflows/workflows.ts'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'
import { runHub } from '../support/running-hub.ts'

const TEMPLATES = join(import.meta.dirname, '../../templates')

test('tasks and workflows of every template load without a problem [templates.load]', async () => {
  for (const name of await readdir(TEMPLATES)) {
    const folder = join(TEMPLATES, name)
    const options = { watch: false, endpoint: 'webhook' }
    await using tasks = await openTasks(folder, options)
    await using workflows = await openWorkflows(folder, options)
    assert.deepEqual([...tasks.problems(), ...workflows.problems()], [], name)
    if (name !== 'demo') continue
    assert.deepEqual(
      [...tasks.list(), ...workflows.list()].map(({ workflow }) => workflow),
      ['md:morning', 'tour'],
    )
  }
})

test('hub init copies them, and they run to their end with the offline model [templates.run]', async (t) => {
  const base = await folderWith(t, {})
  const made = await hub(['init', join(base, 'Garden')])
  assert.equal(made.code, 0, made.stderr)
  assert.deepEqual(await readdir(join(base, 'Garden/workflows')), ['tour.yaml'])

  await using running = await runHub()
  const run = async (...words: string[]) => {
    const { code, stdout, stderr } = await hub([...words, '--hub', running.folder, '--json'])
    assert.equal(code, 0, stderr + stdout)
    return JSON.parse(stdout) as { outcome: string; result: string }
  }
  const tour = await run('workflow', 'run', 'tour', '--input', 'team=Garden')
  assert.equal(tour.outcome, 'done')
  assert.match(
    tour.result,
    /^Hello Garden! The dice say \d, \d, \d \(sum \d+\)\. The handbook has \d+ sections\. Somebody took care\.$/,
  )
  const morning = await run('task', 'run', 'morning')
  assert.deepEqual([morning.outcome, morning.result], ['done', 'Greeted the team'])
})
