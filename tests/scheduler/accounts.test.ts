import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { createRuns } from '#features/work/runs/runs.ts'
import { startTestConsole, type Ending } from '../support/console.ts'
import { linesOf } from './support.ts'
import { until } from '../support/until.ts'
import { notificationsTo } from '../support/notifications.ts'
import { deliverTo, inboxOf } from '../support/inboxes.ts'

const TASK = '---\non_webhook: true\nrun_as: eve@example.com\nrun: handle.sh\n---\n'
const NOBODYS = '---\nrun_as: nobody@example.com\nrun: handle.sh\n---\n'

const EVE = 'eve@example.com'
const USE = { subject: EVE, hub: 'garden', permission: 'use_hub' }

async function startHub(t: Ending, access: 'groups' | 'console') {
  const hub = await startTestConsole(t, {
    files: {
      'tasks/orders.md': TASK,
      'tasks/strange.md': NOBODYS,
      'handle.sh': 'echo handled >> seen.txt\n',
      'workflows/slow.yaml': 'run_as: ann@example.com\nsteps: [{ id: wait, run: sleep 300 }]\n',
      'workflows/round.yaml': 'steps: [{ id: again, workflow: round }]\n',
      'workflows/inputs.yaml': 'inputs: { place: {} }\nsteps: [{ id: a, run: echo }]\n',
      'workflows/outer.yaml': 'steps: [{ id: call, workflow: round }]\n',
      'tasks/script.md': '---\nrun_as: eve@example.com\nrun: hang.sh\n---\n',
      'hang.sh': 'echo begun >> begun.txt\nexec sleep 300\n',
      'tasks/agent.md': '---\nrun_as: eve@example.com\n---\n/wait 300000\n',
      'workflows/steps.yaml':
        'run_as: eve@example.com\nsteps: [{ id: wait, run: sh hang.sh }, { id: next, needs: wait, when: always(), run: echo next >> seen.txt }]\n',
    },
    environment: { SVC_ACCESS: access },
  })
  const folder = join(hub.folder, 'Garden')
  const notifications = await notificationsTo({ dataFolder: join(hub.folder, 'data'), hubSlug: 'garden' })
  t.after(() => notifications[Symbol.asyncDispose]())
  const runs = createRuns({ store: hub.store, clock: systemClock, notifications })
  const ended = (workflow: string, count = 1) =>
    until(async () => {
      const { items } = await runs.list({ hubs: ['garden'], workflow }, { limit: 50, offset: 0 })
      const over = items.filter(({ endedAt }) => endedAt !== null)
      return over.length >= count && over
    })
  const place = { hubFolder: folder, dataFolder: join(hub.folder, 'data') }
  return { ...hub, runs, ended, garden: folder, place, inbox: inboxOf(place, 'webhook') }
}

/** For tests that change no account. */
const shared = await startHub({ after }, 'groups')

for (const mode of ['groups', 'console'] as const)
  test(`on a ${mode === 'groups' ? 'group-based' : 'Access: Console'} Hub a run of a deleted account is refused with its own reason, and its events stay [task.account-deleted]`, async (t) => {
    const hub = await startHub(t, mode)
    const { admin } = hub
    const eve = await hub.addPerson('Eve')
    if (mode === 'console') {
      await admin.get('/me') // the first request makes her an administrator
      const given = await admin.post('/access/grant', {
        subject: eve.email,
        hub: 'garden',
        permission: 'use_hub',
      })
      assert.equal(given.status, 200, given.text)
    } else await admin.get('/me')
    await deliverTo(hub.place, 'webhook', [{ n: 1 }])
    const [first] = await hub.ended('md:orders')
    assert.deepEqual([first!.outcome, first!.error], ['done', null])
    const deleted = await admin.delete(`/accounts/${eve.email}`, { confirm_email: eve.email })
    assert.equal(deleted.status, 200, deleted.text)
    const [event] = await deliverTo(hub.place, 'webhook', [{ n: 2 }])
    const [second] = await hub.ended('md:orders', 2)
    assert.equal(second!.error, 'Refused: the account eve@example.com was deleted (account_deleted).')
    assert.deepEqual([second!.outcome, second!.isExcused], ['error', true])
    assert.deepEqual(await hub.inbox.list('pending'), [event])
    assert.deepEqual(await linesOf(hub.garden, 'seen.txt'), ['handled'])

    await hub.stopChatapp()
    await hub.runs.queue({
      hub: 'garden',
      id: 'x',
      workflow: 'md:orders',
      trigger: 'manual',
      runAs: eve.email,
    })
    const runs = await hub.ended('md:orders', 3)
    assert.match(runs.find(({ id }) => id === 'x')!.error!, /was deleted/)
  })

test('a run of a person without any account is refused as such [task.account-none]', async () => {
  const hub = shared
  await hub.runs.queue({
    hub: 'garden',
    id: 'x',
    workflow: 'md:strange',
    trigger: 'manual',
    runAs: 'nobody@example.com',
  })
  const [run] = await hub.ended('md:strange')
  assert.equal(run!.error, 'Refused: nobody@example.com has no account in the web chat (no_account).')
})

test('a workflow that calls itself can’t be started [workflow.circle]', async () => {
  const { admin } = shared
  const round = await admin.post('/workflows/run', { hub: 'garden', workflow: 'round', inputs: {} })
  assert.equal(round.status, 400)
  assert.match(round.text, /in a circle: round → round/)
  const outer = await admin.post('/workflows/run', { hub: 'garden', workflow: 'outer', inputs: {} })
  assert.deepEqual([outer.status, /in a circle: round → round/.test(outer.text)], [400, true])
})

test('an input that no workflow knows is refused, also by a name that every object inherits [workflow.inherited]', async () => {
  const { admin } = shared
  for (const name of ['constructor', 'toString', '__proto__']) {
    const inputs = JSON.parse(`{"${name}":{"x":1}}`) as object
    const answer = await admin.post('/workflows/run', { hub: 'garden', workflow: 'inputs', inputs })
    assert.equal(answer.status, 400, name)
    assert.match(answer.text, name === '__proto__' ? /has a key __proto__/ : new RegExp(name))
  }
})

test('the ledger of access changes records the person who started or cancelled a run, and its account [runs.recorded]', async () => {
  const hub = shared
  const { admin } = hub
  const started = await admin.post('/workflows/run', { hub: 'garden', workflow: 'slow', inputs: {} })
  assert.equal(started.status, 200, started.text)
  const { run_id } = started.json
  await until(async () => (await hub.runs.read({ hub: 'garden', id: run_id }))?.status === 'running')
  for (let n = 0; n < 2; n++) {
    const cancelled = await admin.post('/runs/cancel', { hub: 'garden', run_id })
    assert.deepEqual(cancelled.json, { cancelled: true })
  }
  await hub.ended('slow')
  assert.deepEqual((await admin.post('/runs/cancel', { hub: 'garden', run_id })).json, { cancelled: false })
  await admin.post('/workflows/run', { hub: 'garden', workflow: 'nothing', inputs: {} })
  await admin.post('/workflows/run', { hub: 'garden', workflow: 'slow', inputs: { strange: 1 } })
  const { json } = await admin.get(`/access-changes?hub=garden&user=ann@example.com`)
  const acts = json.items.filter(({ action }: { action: string }) => action.startsWith('run.'))
  const reported = acts.map(({ action, actor, subject, hub: of, after }: Record<string, unknown>) => ({
    action,
    actor,
    subject,
    of,
    after,
  }))
  const about = {
    actor: admin.email,
    subject: 'ann@example.com',
    of: 'garden',
    after: { run: run_id, workflow: 'slow' },
  }
  assert.deepEqual(reported, [
    { action: 'run.cancel', ...about },
    { action: 'run.start', ...about },
  ])
})

for (const [way, withdraw, why] of [
  [
    'is blocked',
    (hub) => hub.admin.post('/people/block', { subject: EVE, suspended: true }),
    'may not use this Hub (blocked)',
  ],
  ['loses use_hub', (hub) => hub.admin.post('/access/revoke', USE), 'may not use this Hub (no_grant)'],
  [
    'is deleted',
    (hub) => hub.admin.delete(`/accounts/${EVE}`, { confirm_email: EVE }),
    'was deleted (account_deleted)',
  ],
] satisfies [
  string,
  (hub: Awaited<ReturnType<typeof startHub>>) => Promise<{ status: number; text: string }>,
  string,
][])
  test(`an account that ${way} ends its running script tasks, agent tasks and workflows [task.access-withdrawn]`, async (t) => {
    const hub = await startHub(t, 'console')
    await hub.addPerson('Eve')
    await hub.admin.get('/me') // the first request makes her an administrator
    const given = await hub.admin.post('/access/grant', USE)
    assert.equal(given.status, 200, given.text)
    const workflows = ['md:script', 'md:agent', 'steps']
    for (const workflow of workflows)
      await hub.runs.queue({ hub: 'garden', id: workflow, workflow, trigger: 'manual', runAs: EVE })
    await until(async () => {
      const steps = await Promise.all(workflows.map((id) => hub.runs.steps({ hub: 'garden', id })))
      return steps.flat().length === 3 && (await linesOf(hub.garden, 'begun.txt')).length === 2
    })
    const withdrawn = await withdraw(hub)
    const withdrawnAt = Date.now()
    assert.equal(withdrawn.status, 200, withdrawn.text)
    for (const workflow of workflows) {
      const [run] = await hub.ended(workflow)
      assert.deepEqual([run!.outcome, run!.isRefused], ['error', true])
      assert.ok(run!.error!.endsWith(`${why}.`), run!.error!)
      assert.ok(run!.endedAt! - withdrawnAt < 5000, `${run!.endedAt! - withdrawnAt} ms`)
      const steps = await hub.runs.steps(run!)
      assert.deepEqual(
        steps.map(({ state }) => state),
        ['cancelled'],
      )
    }
    assert.deepEqual(await linesOf(hub.garden, 'seen.txt'), [])
    const isAccess = way !== 'is deleted'
    const receipts = await until(async () => {
      const { json } = await hub.admin.get('/access-changes?action=access.stopped')
      return json.items.length === (isAccess ? workflows.length : 0) && json.items
    })
    for (const { subject, actor, after, reason } of receipts) {
      assert.deepEqual([subject, actor, after.kind], [EVE, 'system:access', 'run'])
      assert.deepEqual(
        [typeof after.change, reason],
        ['number', way === 'is blocked' ? 'blocked' : 'no_grant'],
      )
    }
    assert.deepEqual(
      receipts.map((receipt: any) => receipt.after.id).toSorted(),
      isAccess ? workflows.toSorted() : [],
    )
  })
