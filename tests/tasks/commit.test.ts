import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { access, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { queueByHand } from '#features/work/runs/queue-manual.ts'
import type { Definition } from '#features/work/runs/definitions/definition.ts'
import type { RunRef } from '#features/work/runs/run.ts'
import { folderWith } from '../support/folder.ts'
import { until } from '../support/until.ts'
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

test('only the run’s changes are committed, with the task as author; a failed push keeps the commit and is shown [task.commit]', async (t) => {
  const hub = await startWorkingHub(t, {
    files: {
      'tasks/report.md': TASK,
      'report.sh': SCRIPT,
      'files/known.txt': 'known\n',
      'files/old.txt': 'old\n',
      '.gitignore': '.svc/\n.chats/\n.inbound/\n.memory/\n',
    },
  })
  const git = begunRepository(hub.folder)
  await writeFile(join(hub.folder, 'files/draft.txt'), 'somebody is still writing\n')
  await writeFile(join(hub.folder, 'agent.md'), '---\nname: Gardener\n---\nHalf a thought\n')
  git('add', 'agent.md')

  const run = await byHand(hub, 'report')
  assert.equal(run.outcome, 'incomplete')
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

async function startRepository(t: TestContext, script: string, keys = '') {
  const hub = await startWorkingHub(t, {
    files: {
      'tasks/report.md': `---\nname: Report\nrun: report.sh\ncommit: true\n${keys}---\n`,
      'tasks/other.md': '---\nname: Other\nrun: other.sh\ncommit: true\n---\n',
      'report.sh': script,
      'other.sh': 'echo other > other.txt\n',
      '.gitignore': '.svc/\n.chats/\n.inbound/\n.memory/\n',
    },
  })
  const git = begunRepository(hub.folder)
  const put = (path: string, content: string) => writeFile(join(hub.folder, path), content)
  return { ...hub, git, put, log: () => git('log', '--format=%s', '--name-only', 'HEAD~1..').split('\n') }
}

const SLOW = 'echo half > half.txt\nexec sleep 300\n'

test('files of a cancelled run are committed, and count for no other run [task.commit-cancelled]', async (t) => {
  const hub = await startRepository(t, SLOW)
  const ref = await queueTask(hub, 'report')
  await until(() =>
    access(join(hub.folder, 'half.txt')).then(
      () => true,
      () => false,
    ),
  )
  await hub.runs.cancel(ref, 'ann@example.org')
  const run = await ended(hub, ref)
  assert.equal(run.outcome, 'cancelled')
  assert.deepEqual(hub.log(), ['Report', '', 'half.txt'])
})

test('a commit task that waits for another holds no place, and is cancelled at once [task.commit-waits]', async (t) => {
  const hub = await startRepository(t, SLOW)
  const report = await queueTask(hub, 'report')
  await until(async () => (await hub.runs.read(report))!.status === 'running')
  const other = await queueTask(hub, 'other')
  await hub.put('tasks/free.md', '---\nrun: other.sh\n---\n')
  assert.equal((await byHand(hub, 'free')).outcome, 'done')
  assert.equal((await hub.runs.read(other))!.status, 'queued')
  await hub.runs.cancel(other, 'ann@example.org')
  assert.equal((await hub.runs.read(other))!.outcome, 'cancelled')
  const next = await queueTask(hub, 'other')
  await hub.runs.cancel(report, 'ann@example.org')
  assert.equal((await ended(hub, next)).outcome, 'done')
})

test('a refusal of git fails the run with git’s message; the next run commits the rest as the first run’s [task.commit-refused]', async (t) => {
  const hub = await startRepository(t, 'echo new >> new.txt\n')
  await hub.put('.git/index.lock', '')
  const locked = await byHand(hub, 'report')
  assert.equal(locked.outcome, 'error')
  assert.match(locked.error!, /^git add: fatal: Unable to create '.*index\.lock': File exists\.+$/)
  await rm(join(hub.folder, '.git/index.lock'))
  assert.equal((await byHand(hub, 'other')).error, null)
  assert.deepEqual(hub.git('log', '--format=%s', '-3').split('\n'), ['Other', 'Report', 'Begin'])
  assert.equal(hub.git('show', '--name-only', '--format=', 'HEAD~1'), 'new.txt')

  hub.git('branch', 'side', 'HEAD~1')
  hub.git('checkout', '--quiet', 'side')
  await hub.put('other.txt', 'theirs\n')
  hub.git('add', '.')
  hub.git('commit', '--quiet', '-m', 'Theirs')
  hub.git('checkout', '--quiet', 'main')
  assert.throws(() => hub.git('merge', '--quiet', 'side'))
  const merging = await byHand(hub, 'report')
  assert.equal(merging.outcome, 'error')
  assert.match(merging.error!, /^git commit: .*merge/)
})

test('a nested repository is reported, because its content cannot be committed [task.commit-nested]', async (t) => {
  const hub = await startRepository(
    t,
    'git init --quiet inner\necho new > inner/new.txt\necho beside > beside.txt\n',
  )
  const run = await byHand(hub, 'report')
  assert.equal(run.outcome, 'error')
  assert.match(run.error!, /^inner\/ is a git repository of its own: .*The commit [0-9a-f]{12} is kept\.$/)
  assert.deepEqual(hub.log(), ['Report', '', 'beside.txt'])
})

test('a push that is rejected leaves the run incomplete, and the next one pushes [task.commit-rejected]', async (t) => {
  const hub = await startRepository(t, '[ -e new.txt ] || echo new > new.txt\n', 'push: true\n')
  const origin = await folderWith(t, {})
  execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', origin])
  const hook = join(origin, 'hooks/pre-receive')
  await writeFile(hook, '#!/bin/sh\nexit 1\n', { mode: 0o755 })
  hub.git('remote', 'add', 'origin', origin)
  const rejected = await byHand(hub, 'report')
  assert.equal(rejected.outcome, 'incomplete')
  assert.match(rejected.error!, /^git push: .*rejected.*The commit [0-9a-f]{12} is kept\.$/)
  await rm(hook)
  await hub.put('draft.txt', 'somebody is writing\n')
  assert.equal((await byHand(hub, 'report')).error, null)
  assert.equal(hub.git('ls-remote', 'origin', 'main').slice(0, 40), hub.git('rev-parse', 'HEAD'))
  assert.equal(hub.git('status', '--porcelain'), '?? draft.txt')
})

test('files of secrets are never committed, and their examples are [task.commit-secrets]', async (t) => {
  const hub = await startRepository(
    t,
    'for name in .env .env.local .env.example; do echo A=1 > $name; done\n',
  )
  assert.equal((await byHand(hub, 'report')).error, null)
  assert.deepEqual(hub.log(), ['Report', '', '.env.example'])
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

type WorkingHub = Awaited<ReturnType<typeof startWorkingHub>>

const byHand = async (hub: WorkingHub, task: string) => ended(hub, await queueTask(hub, task))

async function queueTask(hub: WorkingHub, task: string): Promise<RunRef> {
  const definition: Pick<Definition, 'workflow' | 'runAs' | 'inputs'> = {
    workflow: `md:${task}`,
    runAs: 'ann@example.org',
    inputs: [],
  }
  const deps = { runs: hub.runs, hub: 'garden', clock: systemClock }
  const queued = await queueByHand(deps, definition as Definition, { inputs: {}, by: null })
  assert.ok(queued.ok)
  return queued.value
}

const ended = (hub: WorkingHub, ref: RunRef) =>
  until(async () => {
    const run = await hub.runs.read(ref)
    return run!.endedAt !== null && run
  })

function begunRepository(cwd: string): (...args: string[]) => string {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.org', ...args], {
      cwd,
      encoding: 'utf8',
    }).trim()
  git('init', '--quiet', '--initial-branch=main')
  git('add', '.')
  git('commit', '--quiet', '-m', 'Begin')
  return git
}
