import assert from 'node:assert/strict'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { InboxEndpoint, InboxEventDetail } from '#core/inbox/schema.ts'
import type { RunDetail } from '#features/work/runs/schema.ts'
import { startTestConsole, type ConsoleCaller } from '../support/console.ts'
import { deliverTo, inboxOf } from '../support/inboxes.ts'
import { until } from '../support/until.ts'
import { refusal } from './cast.ts'

const FILES = {
  'workflows/bake.yaml': `
run_as: ann@example.com
inputs: { what: { default: bread } }
steps:
  - { id: mix, run: 'echo "mixed \${{ inputs.what }}"; echo x >> mixed.txt' }
  - { id: bake, needs: mix, run: 'test -e oven && echo "baked \${{ steps.mix.output }}"' }
  - { id: sorry, needs: bake, when: failure(), run: echo sorry }
  - { id: eat, needs: bake, run: 'sleep 0.3; echo "ate \${{ steps.bake.output }}"' }
`,
  'tasks/orders.md': '---\non_webhook: true\nrun_as: ann@example.com\nrun: tasks/orders.sh\n---\n',
  'tasks/orders.sh':
    '#!/bin/sh\ntest -e shop || { echo "no shop" >&2; exit 3; }\necho "$SVC_WEBHOOK_EVENTS"\n',
}
const hub = await startTestConsole(
  { after },
  { files: FILES, environment: { SVC_WEBHOOK_MAX_ATTEMPTS: '1', WEBHOOK_INBOUND_SECRET: 'sesame' } },
)
const { admin } = hub
const folder = join(hub.folder, 'Garden')
const place = { hubFolder: folder, dataFolder: join(hub.folder, 'data') }
await chmod(join(folder, 'tasks/orders.sh'), 0o755)
await admin.get('/me')
const pat = await hub.addPerson('Pat')
await admin.post('/access/grant', { subject: pat.email, hub: 'garden', permission: 'manage_access' })

const readRun = async (id: string, caller: ConsoleCaller = admin): Promise<RunDetail> =>
  (await caller.get(`/runs/garden/${encodeURIComponent(id)}`)).json
const ended = (id: string): Promise<RunDetail> =>
  until(async () => {
    const run = await readRun(id)
    return run.ended_at !== null && run
  })
const pause = () => new Promise((resolve) => setTimeout(resolve, 50))
const again = (run_id: string, from?: string, caller = admin) =>
  caller.post('/runs/again', { hub: 'garden', run_id, ...(from && { from }) })
const start = async (inputs = {}) =>
  (await admin.post('/workflows/run', { hub: 'garden', workflow: 'bake', inputs })).json.run_id as string
const stepsOf = ({ steps }: RunDetail) => steps.map(({ id, state, taken_over }) => [id, state, taken_over])

test('a run that failed is run again from the failed step or from the start, with its inputs, and both name each other [runs.again]', async () => {
  const first = await ended(await start({ what: 'cake' }))
  assert.equal(first.status, 'failed')
  await writeFile(join(folder, 'oven'), '')
  const rest = (await again(first.id, 'failed_step')).json
  assert.equal(rest.is_new, true)
  const second = await ended(rest.run_id)
  assert.deepEqual(
    [second.status, second.repeats, second.result],
    ['succeeded', first.id, 'ate baked mixed cake'],
  )
  assert.deepEqual(second.inputs, { what: 'cake' })
  assert.deepEqual(stepsOf(second), [
    ['mix', 'done', true],
    ['bake', 'done', false],
    ['sorry', 'skipped', false],
    ['eat', 'done', false],
  ])
  assert.equal((await readRun(first.id)).repeated_by, second.id)
  const { run_id } = (await again(first.id)).json
  const third = await ended(run_id)
  assert.deepEqual([third.status, third.steps[0]!.taken_over], ['succeeded', false])
  const [record] = (await admin.get('/access-changes?hub=garden&limit=1')).json.items
  assert.deepEqual([record.actor, record.action, record.after.repeats], [admin.email, 'run.start', first.id])
})

test('concurrent requests to repeat a run repeat it once [runs.again]', async () => {
  const first = await ended(await start())
  const answers = await Promise.all(Array.from({ length: 6 }, () => again(first.id)))
  const ids = new Set(answers.map(({ json }) => json.run_id))
  assert.equal(ids.size, 1, JSON.stringify(answers.map(({ json }) => json)))
  assert.equal(answers.filter(({ json }) => json.is_new).length, 1)
  const [id] = ids
  assert.deepEqual(refusal(await again(id)), [400, 'invalid'], 'one that has not ended is not repeated')
  await ended(id)
})

test('only managers of the Hub repeat a run, and outputs of steps stay with the account of the run [runs.again]', async () => {
  await rm(join(folder, 'oven'))
  const first = await ended(await start())
  const guest = await hub.addPerson('Gus')
  assert.deepEqual(refusal(await again(first.id, 'start', guest)), [403, 'forbidden'])
  assert.deepEqual(refusal(await again('bake:manual-none')), [404, 'not_found'])
  assert.deepEqual(refusal(await again(first.id, 'middle')), [400, 'invalid'])
  const { run_id, is_new } = (await again(first.id, 'failed_step', pat)).json
  assert.equal(is_new, true, 'it acts as Ann, whoever asks')
  const second = await readRun(run_id, pat)
  assert.deepEqual([second.requested_by, second.is_own], [pat.email, false])
  assert.ok(second.steps.every(({ output }) => output === null))
  await ended(run_id)
  const text = FILES['workflows/bake.yaml'].replace('ann@', 'pat@')
  await writeFile(join(folder, 'workflows/bake.yaml'), text)
  for (let tries = 0; tries < 100; tries++) {
    const { items } = (await admin.get('/workflows?hub=garden')).json
    if (items.find(({ id }: { id: string }) => id === 'bake').run_as === pat.email) break
    await pause()
  }
  assert.deepEqual(refusal(await again(first.id, 'failed_step', pat)), [400, 'invalid'])
})

const inbox = async () => (await admin.get('/inbox?hub=garden')).json.items[0] as InboxEndpoint
const readEvent = async (name: string): Promise<InboxEventDetail> =>
  (await admin.get(`/inbox/events/${name}?hub=garden`)).json
const eventOnce = (name: string, isMeant: (event: InboxEventDetail) => boolean) =>
  until(async () => {
    const event = await readEvent(name)
    return isMeant(event) && event
  })

test('an event names its runs and the reason of its state, and a run that handled it is repeated with a copy [inbox.story]', async () => {
  const [name] = await deliverTo(place, 'webhook', [{ action: 'opened', issue: { title: 'Slugs' } }])
  const failed = await eventOnce(name!, ({ state }) => state === 'quarantined')
  assert.deepEqual([failed.reason, failed.put_by, failed.runs.length], ['failed_too_often', null, 1])
  const [run] = failed.runs
  assert.deepEqual([run!.workflow, run!.status, run!.attempt], ['md:orders', 'failed', 1])
  assert.match(run!.error!, /exit status 3/)
  assert.deepEqual([failed.event_type, failed.title, failed.run_id], ['issue opened', 'Slugs', run!.id])
  assert.deepEqual((await readRun(run!.id)).events, [name])

  await writeFile(join(folder, 'shop'), '')
  const { run_id } = (await again(run!.id)).json
  const second = await ended(run_id)
  assert.deepEqual([second.status, second.events, second.attempt], ['succeeded', [name], 2])
  assert.deepEqual(
    second.attempts.map(({ id }) => id),
    [run_id, run!.id],
  )
  const handled = await eventOnce(name!, ({ state }) => state === 'processed')
  assert.deepEqual([handled.reason, handled.runs.map(({ id }) => id)], ['handled', [run_id, run!.id]])

  const third = await ended((await again(run_id)).json.run_id)
  assert.deepEqual([third.status, third.events.length], ['succeeded', 1])
  assert.notEqual(third.events[0], name, 'what was handled is handled again as a copy')
})

test('all quarantined events are released at once, more than a page of them, with an undo [inbox.release-all]', async () => {
  await writeFile(
    join(folder, 'tasks/orders.md'),
    FILES['tasks/orders.md'].replace('---\n', '---\nenabled: false\n'),
  )
  for (let tries = 0; tries < 100; tries++) {
    const { items } = (await admin.get('/workflows?hub=garden')).json
    if (items.find(({ id }: { id: string }) => id === 'md:orders').state === 'disabled') break
    await pause()
  }
  const names = await deliverTo(
    place,
    'webhook',
    Array.from({ length: 250 }, (_, n) => ({ n })),
  )
  await inboxOf(place, 'webhook').move(names, 'pending', 'quarantined')
  const all = (endpoint = 'webhook', caller = admin) =>
    caller.post('/inbox/release-all', { hub: 'garden', endpoint })
  assert.deepEqual(refusal(await all('nowhere')), [404, 'not_found'])
  const done = (await all()).json
  assert.equal(done.released, 250)
  const { counts, last_release } = await inbox()
  assert.deepEqual([counts.quarantined, counts.pending], [0, 250])
  assert.deepEqual(
    [last_release!.id, last_release!.by, last_release!.waiting],
    [done.release, admin.email, 250],
  )
  assert.deepEqual((await all()).json, { hub: 'garden', released: 0, release: null })
  const back = () => admin.post('/inbox/take-back', { hub: 'garden', release: done.release })
  await inboxOf(place, 'webhook').move(names.slice(0, 3), 'pending', 'processed')
  assert.deepEqual((await back()).json, { hub: 'garden', taken_back: 247, kept: 3 })
  assert.deepEqual(refusal(await back()), [404, 'not_found'])
  assert.equal((await inbox()).last_release, null)
  assert.equal((await inbox()).counts.quarantined, 247)
  const actions = (await admin.get('/access-changes?hub=garden&limit=2')).json.items
  assert.deepEqual(
    actions.map(({ action, after: { events } }: { action: string; after: { events: number } }) => [
      action,
      events,
    ]),
    [
      ['inbox.take_back', 247],
      ['inbox.release_all', 250],
    ],
  )
  const event = await readEvent(names[5]!)
  assert.deepEqual([event.state, event.reason], ['quarantined', 'by_hand'])
})
