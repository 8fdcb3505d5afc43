import assert from 'node:assert/strict'
import { symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { redirectLogs } from '#ground/base/log.ts'
import { startBridge } from '#processes/bridge.ts'
import { folderWith } from '../support/folder.ts'
import { hub as command } from '../support/hub-command.ts'
import { startWorkingHub } from '../scheduler/support.ts'
import { servicesOfHub } from '../support/own-services.ts'

const FILES = {
  'tasks/greet.md': '---\nrun: greet.sh\n---\n',
  'greet.sh': 'echo hello\n',
  'tasks/check.md': `---\nrun: prüfung/größe.sh\n---\n`,
  ['prüfung/größe.sh'.normalize('NFD')]: 'echo of a Mac\n',
  'tasks/bad.md': '---\nrun: a.sh\nwrong: 1\n---\n',
}

test('hub task run shows a task’s output and exits by its outcome; list shows tasks and problems [task.command]', async (t) => {
  const hub = await startWorkingHub(t, { files: FILES })
  const at = ['--hub', hub.folder]
  const ran = await command(['task', 'run', 'greet', ...at])
  assert.deepEqual([ran.code, ran.stdout], [0, 'hello\n'], ran.stderr)
  const ofMac = await command(['task', 'run', 'check', ...at])
  assert.deepEqual([ofMac.code, ofMac.stdout], [0, 'of a Mac\n'], ofMac.stderr)
  const listed = await command(['task', 'list', ...at])
  assert.match(listed.stdout, /^greet +manual +\(no account\) +succeeded$/m)
  assert.match(listed.stderr, /tasks\/bad\.md:3:1: unknown key wrong/)
  const unknown = await command(['task', 'run', 'nothing', ...at])
  assert.equal(unknown.code, 1)
  assert.match(unknown.stderr, /there is no task nothing; tasks are: check, greet/)
  const broken = await command(['task', 'run', 'bad', ...at])
  assert.deepEqual([broken.code, broken.stderr], [1, 'error tasks/bad.md:3:1: unknown key wrong\n'])
  const doctor = await command(['doctor', hub.folder])
  assert.match(doctor.stdout, /tasks\/bad\.md:3:1/)
})

test('a Hub that is started through a link to its folder is the same one for the command line [task.linked-hub]', async (t) => {
  redirectLogs({ write: () => {} })
  const entries = Object.entries({ 'agent.md': 'A test.', ...FILES })
  const root = await folderWith(
    t,
    Object.fromEntries(entries.map(([name, text]) => [`Garden/${name}`, text])),
  )
  const link = join(root, 'Orchard')
  await symlink('Garden', link)
  const environment = { BRIDGE_PORT: '0', PORT: '3080', SVC_ACCESS: 'groups', ...(await servicesOfHub(link)) }
  await using _ = await startBridge({ environment, hubFolder: link }, systemClock)
  const ran = await command(['task', 'run', 'greet', '--hub', link])
  assert.deepEqual([ran.code, ran.stdout], [0, 'hello\n'], ran.stderr)
})
