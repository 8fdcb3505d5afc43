import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hub as command } from '../support/hub-command.ts'
import { startWorkingHub } from '../scheduler/support.ts'

const FILES = {
  'tasks/greet.md': '---\nrun: greet.sh\n---\n',
  'greet.sh': 'echo hello\n',
  'tasks/bad.md': '---\nrun: a.sh\nwrong: 1\n---\n',
}

test('hub task run shows what a task writes and exits by how it ended; list tells of tasks and problems [task.command]', async (t) => {
  const hub = await startWorkingHub(t, { files: FILES })
  const at = ['--hub', hub.folder]
  const ran = await command(['task', 'run', 'greet', ...at])
  assert.deepEqual([ran.code, ran.stdout], [0, 'hello\n'], ran.stderr)
  const listed = await command(['task', 'list', ...at])
  assert.match(listed.stdout, /^greet +by hand +\(nobody\) +succeeded$/m)
  assert.match(listed.stderr, /tasks\/bad\.md:3:1: unknown key wrong/)
  const unknown = await command(['task', 'run', 'nothing', ...at])
  assert.equal(unknown.code, 1)
  assert.match(unknown.stderr, /there is no task nothing; tasks are: greet/)
  const doctor = await command(['doctor', hub.folder])
  assert.match(doctor.stdout, /tasks\/bad\.md:3:1/)
})
