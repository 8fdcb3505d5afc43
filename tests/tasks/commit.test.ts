import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '#base/clock.ts'
import { queueByHand } from '#runs/by-hand.ts'
import type { Definition } from '#runs/definition.ts'
import { folderWith } from '../support/folder.ts'
import { startWorkingHub } from '../scheduler/support.ts'

const TASK = `---
name: Nightly report
run: report.sh
commit: true
push: true
---
`
const SCRIPT = `mkdir -p files
echo new > files/report.txt
echo changed >> files/known.txt
rm files/old.txt
`

test('only what the run changed is committed, with the task as author; a push that fails keeps the commit and is shown [task.commit]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: {
      'tasks/report.md': TASK,
      'report.sh': SCRIPT,
      'files/known.txt': 'known\n',
      'files/old.txt': 'old\n',
      '.gitignore': '.svc/\n.chats/\n.inbound/\n.memory/\n',
    },
  })
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
      cwd: hub.folder,
      encoding: 'utf8',
    }).trim()
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '-m', 'Begin')
  await writeFile(join(hub.folder, 'files/draft.txt'), 'somebody is still writing\n')
  await writeFile(join(hub.folder, 'agent.md'), '---\nname: Gardener\n---\nHalf a thought\n')
  git('add', 'agent.md')

  const run = await byHand(hub, 'report')
  assert.equal(run.outcome, 'done')
  assert.match(run.error!, /^git push: .*The commit [0-9a-f]{12} is kept\.$/s)
  assert.equal(git('log', '-1', '--format=%an <%ae>|%s'), 'Nightly report <report@garden.hub>|Nightly report')
  assert.deepEqual(git('show', '--name-status', '--format=').split('\n'), [
    'M\tfiles/known.txt',
    'D\tfiles/old.txt',
    'A\tfiles/report.txt',
  ])
  assert.deepEqual(git('status', '--porcelain').split('\n'), ['M  agent.md', '?? files/draft.txt'])

  const origin = await folderWith(t, {})
  execFileSync('git', ['init', '--quiet', '--bare', origin])
  git('remote', 'add', 'origin', origin)
  await writeFile(join(hub.folder, 'report.sh'), 'echo again > files/report.txt\n')
  const second = await byHand(hub, 'report')
  assert.equal(second.error, null)
  assert.equal(git('ls-remote', 'origin', 'main').slice(0, 40), git('rev-parse', 'HEAD'))
})

test('a manual run of a webhook task claims nothing [task.manual]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: {
      'tasks/orders.md': '---\non_webhook: true\nrun_as: ann@example.org\nenabled: false\nrun: env.sh\n---\n',
      'env.sh': 'echo "events: ${SVC_WEBHOOK_EVENTS-none}"\n',
    },
  })
  const events = await hub.deliver({ n: 1 })
  const run = await byHand(hub, 'orders')
  assert.equal(run.result, 'events: none')
  assert.equal(run.trigger, 'manual')
  assert.deepEqual(await hub.inbox.list('pending'), events)
})

async function byHand(hub: Awaited<ReturnType<typeof startWorkingHub>>, task: string) {
  const definition: Pick<Definition, 'workflow' | 'runAs' | 'inputs'> = {
    workflow: `md:${task}`,
    runAs: 'ann@example.org',
    inputs: [],
  }
  const deps = { runs: hub.runs, hub: 'garden', clock: systemClock }
  const queued = await queueByHand(deps, definition as Definition, { inputs: {}, by: null })
  assert.ok(queued.ok)
  return hub.until(async () => {
    const run = await hub.runs.read(queued.value)
    return run!.endedAt !== null && run
  })
}
