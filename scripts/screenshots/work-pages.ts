import type { Page } from 'playwright-core'
import { until } from '../../tests/support/until.ts'
import { startWork, type StartedWork } from '../../tests/web-console/started-work.ts'
import { dialogBy, takePages, type ConsolePage, type Taking } from './looks.ts'

const ANN = 'ann.lee@example.org'
const CALLS = 62

const FILES = {
  'workflows/bake.yaml': `run_as: ${ANN}
inputs: { what: { default: bread } }
steps:
  - { id: mix, run: 'echo "mixed \${{ inputs.what }}"' }
  - id: bake
    needs: mix
    run: |
      for bed in 1 2 3 4 5 6; do echo "row $bed of 6 read"; done
      echo "the oven does not answer: connect ECONNREFUSED 10.0.0.9:80" >&2
      exit 3
  - { id: eat, needs: bake, run: 'echo "ate it"' }
`,
  'tasks/parcels.md': `---
description: Books what the carrier sends
on_webhook: true
enabled: false
run_as: ${ANN}
run: scripts/orders.sh
---
`,
}

export async function takeWorkPages(taking: Taking): Promise<void> {
  await using started = await startWork(FILES)
  const { ann, slug, deliver } = started
  for (const order of [1, 2, 3]) await deliver({ order, item: 'Lavender' }, '?type=order')
  const run = await endedRun(started, 'succeeded')
  await ann.call('POST', '/portal/api/workflows/run', { hub: slug, workflow: 'bake' })
  const failed = await endedRun(started, 'failed')
  const { items } = await ann.call('GET', `/portal/api/inbox/events?hub=${slug}&state=processed`)
  const events = items.map(({ event }: { event: string }) => event)
  const runs = `/runs/${slug}/`
  await takePages(taking, started, [
    ['workflows', '/workflows', 'Workflows'],
    ['workflow-run', '/workflows', 'Workflows', dialogBy('Run now: slow')],
    ['workflow', `/workflows/${slug}/bake`, 'bake'],
    ['workflow-scheduled', `/workflows/${slug}/md:morning`, 'morning'],
    ['workflow-broken', `/workflows/${slug}/md:broken`, 'broken'],
    ['runs', '/runs', 'Runs'],
    ['runs-failed', '/runs?status=failed', 'Runs'],
    ['runs-no-match', '/runs?status=cancelled', 'Runs'],
    ['run', runs + encodeURIComponent(run), 'orders'],
    ['run-failed', runs + encodeURIComponent(failed), 'bake', shownLastLines],
    ['run-again', runs + encodeURIComponent(failed), 'bake', dialogBy('Run again')],
    ['event', `/inbox/${events[0]}?hub=${slug}&state=processed`, items[0].title],
    ['memory', '/memory', 'Memory'],
    ['overview-work', '/', 'Overview'],
  ])
  await takeInboxPages(taking, started)
  await takeLongTrace(taking, started)
}

async function takeInboxPages(taking: Taking, started: StartedWork): Promise<void> {
  const { ann, slug, deliver } = started
  await until(async () => (await ann.call('GET', '/portal/api/runs?status=running')).items.length === 0)
  for (const order of [
    'late',
    'twice',
    'a title so long that a card of the board has to cut it or let it go on',
  ])
    await deliver({ order, item: 'Thyme' }, '?kind=none')
  const { items } = await ann.call('GET', `/portal/api/inbox/events?hub=${slug}&state=pending`)
  const events = items.slice(0, 2).map(({ event }: { event: string }) => event)
  await ann.call('POST', '/portal/api/inbox/quarantine', { hub: slug, events })
  const pages: ConsolePage[] = [
    ['inbox', `/inbox?hub=${slug}`, 'Inbox'],
    ['inbox-table', `/inbox?hub=${slug}&state=quarantined`, 'Inbox'],
    ['inbox-release-all', `/inbox?hub=${slug}`, 'Inbox', dialogBy('Release all')],
    ['inbox-connect', `/inbox?hub=${slug}`, 'Inbox', dialogBy('Connect a sender')],
    ['inbox-test', `/inbox?hub=${slug}`, 'Inbox', dialogBy('Send a test')],
  ]
  await takePages(taking, started, pages)
}

async function takeLongTrace(taking: Taking, started: StartedWork): Promise<void> {
  const { ann, slug } = started
  // The agent refuses a repeated prompt as a loop, so prompts differ.
  for (let n = 0; n < CALLS; n += 1) await ann.say(slug, `/say look ${n}\n/tool list_files {}`)
  let items: { trace_id: string }[] = []
  await until(async () => {
    items = (await ann.call('GET', '/portal/api/traces')).items
    return items.length > CALLS / 2
  })
  await takePages(taking, started, [
    ['traces', '/traces', 'Traces'],
    ['trace-of-work', `/traces/${items[0]!.trace_id}`, 'Demo agent'],
  ])
}

const shownLastLines = (page: Page): Promise<void> => page.getByText('Last output').waitFor()

async function endedRun({ ann }: StartedWork, status: string): Promise<string> {
  let run: string | null = null
  await until(async () => {
    const { items } = await ann.call('GET', `/portal/api/runs?status=${status}`)
    run = items[0]?.id ?? null
    return run !== null
  })
  return run!
}
