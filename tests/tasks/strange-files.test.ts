import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { describeProblem } from '#ground/hub/hub.ts'
import { openTasks } from '#features/work/tasks/tasks.ts'
import { openWorkflows } from '#features/work/workflows/workflows.ts'
import { hub as command } from '../support/hub-command.ts'
import { folderWith } from '../support/folder.ts'
import { startWorkingHub } from '../scheduler/support.ts'
import { until } from '../support/until.ts'

const GREET = '---\nrun: greet.sh\n---\n'
const STEPS = 'steps: [{ id: one, run: echo one }]\n'

test('a special file in tasks/ is a problem, and delays neither other tasks nor later edits [task.strange-files]', async (t) => {
  const hub = await startWorkingHub(t, { files: { 'tasks/greet.md': GREET, 'greet.sh': 'echo hello\n' } })
  const tasks = join(hub.folder, 'tasks')
  execFileSync('mkfifo', [join(tasks, 'fifo.md')])
  await mkdir(join(tasks, 'folder.md'))
  await symlink('/nowhere', join(tasks, 'dangling.md'))
  await symlink('circle.md', join(tasks, 'circle.md'))
  await writeFile(join(tasks, 'huge.md'), 'x'.repeat(1024 * 1024 + 1))
  await writeFile(join(tasks, 'late.md'), GREET)
  const ran = await command(['task', 'run', 'late', '--hub', hub.folder])
  assert.deepEqual([ran.code, ran.stdout], [0, 'hello\n'], ran.stderr)
  const listed = await command(['task', 'list', '--hub', hub.folder])
  assert.match(listed.stdout, /^greet +manual/m)
  for (const line of [
    'tasks/circle.md: is a link that leads back to itself',
    'tasks/dangling.md: is a link to a missing file',
    'tasks/fifo.md: is not a file',
    'tasks/folder.md: is not a file',
    'tasks/huge.md: is larger than 1 MiB',
  ])
    assert.ok(listed.stderr.includes(line), listed.stderr)
})

test('a file for a task or workflow with an invalid name is a problem [task.strange-names]', async (t) => {
  const names = [
    'my task.md',
    'täsk.md',
    'UPPER.MD',
    '.draft.md',
    '_aside.md',
    '#lock.md',
    'README.md',
    'a.md',
  ]
  const folder = await folderWith(t, {
    ...Object.fromEntries(names.map((name) => [`tasks/${name}`, GREET])),
    'workflows/a b.yaml': STEPS,
    'workflows/ok.yml': STEPS,
    'workflows/.aside.yml': STEPS,
    'workflows/notes.md': 'x',
  })
  await using tasks = await openTasks(folder, { watch: false })
  assert.deepEqual(
    tasks.current().map(({ id }) => id),
    ['a'],
  )
  assert.deepEqual(
    tasks.problems().map(({ file }) => file),
    ['tasks/UPPER.MD', 'tasks/my task.md', 'tasks/täsk.md'],
  )
  assert.match(describeProblem(tasks.problems()[0]!), /is ignored: the name of a task’s file may contain/)
  await using workflows = await openWorkflows(folder, { watch: false })
  assert.deepEqual(
    workflows.problems().map(({ file }) => file),
    ['workflows/a b.yaml'],
  )
})

test('a tasks/ that is no folder is a separate problem [task.strange-folder]', async (t) => {
  const hub = await startWorkingHub(t, { files: { 'tasks/greet.md': GREET, 'greet.sh': 'echo hello\n' } })
  const tasks = await openTasks(hub.folder, { watch: true })
  t.after(() => tasks[Symbol.asyncDispose]())
  await rm(join(hub.folder, 'tasks'), { recursive: true })
  await writeFile(join(hub.folder, 'tasks'), '')
  await until(async () => tasks.problems().length > 0)
  assert.deepEqual(tasks.problems().map(describeProblem), ['tasks: is not a folder'])
})

test('a Hub whose folder disappears for a while has its tasks again afterwards [task.folder-back]', async (t) => {
  const root = await folderWith(t, { 'Garden/tasks/greet.md': GREET })
  const [folder, away] = [join(root, 'Garden'), join(root, 'Elsewhere')]
  await using tasks = await openTasks(folder)
  assert.equal(tasks.current().length, 1)
  await rename(folder, away)
  await until(async () => tasks.current().length === 0)
  await rename(away, folder)
  await until(async () => tasks.current().length === 1)
})
