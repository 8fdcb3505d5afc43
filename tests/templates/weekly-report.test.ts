import assert from 'node:assert/strict'
import { readFile, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { clientOf } from '../chatapp/client.ts'
import { startTestConsole } from '../support/console.ts'
import { calls, says, startUpstream } from '../support/upstream.ts'
import { ANN, startTemplate, toolResults } from './started-template.ts'
import { until } from '../support/until.ts'

const TEMPLATE = join(import.meta.dirname, '../../templates/weekly-report')

async function templateFiles(): Promise<Record<string, string>> {
  const paths = await readdir(TEMPLATE, { recursive: true })
  const files: [string, string][] = []
  for (const path of paths)
    if ((await stat(join(TEMPLATE, path))).isFile())
      files.push([path, (await readFile(join(TEMPLATE, path), 'utf8')).replaceAll('you@example.com', ANN)])
  return Object.fromEntries(files)
}

/** Seven o’clock in Berlin. */
function nextMonday(): number {
  const hour = new Intl.DateTimeFormat('en', {
    timeZone: 'Europe/Berlin',
    weekday: 'short',
    hour: '2-digit',
    hourCycle: 'h23',
  })
  for (let at = Math.ceil(Date.now() / 3_600_000) * 3_600_000; ; at += 3_600_000)
    if (hour.format(at) === 'Mon, 07') return at
}

test('the report is written, published and delivered on Monday at seven [templates.weekly-report]', async (t) => {
  const monday = nextMonday()
  let ahead: number | null = null
  // Until the Hub is ready, its clock stops two seconds before the schedule, so that the scheduler checks again soon.
  const now = () => (ahead === null ? monday - 2000 : systemClock.now() + ahead)
  await using model = await startUpstream()
  const hub = await startTestConsole(t, {
    clock: { ...systemClock, now },
    moves: 'all',
    files: await templateFiles(),
    environment: { SVC_MODEL: 'compatible/scripted', SVC_MODEL_BASE_URL: model.url },
  })
  await hub.admin.get('/me')
  const report = '# Week 2026-W02\n\n## In short\n\n- Orders rose by 25 % to 99.\n'
  model.script(
    calls({ name: 'read_skill', input: { name: 'weekly-report' } }),
    calls({ name: 'read_week', input: { day: '2026-01-07' } }),
    calls({
      name: 'publish_artifact',
      input: { content: report, filename: 'report-2026-W02.md', audience: 'hub' },
    }),
    calls({ name: 'finish', input: { status: 'done', summary: 'Orders rose by 25 % to 99.' } }),
  )
  const runs = async () => (await hub.admin.get('/runs?workflow=md:weekly-report')).json.items as any[]
  assert.deepEqual(await runs(), [])
  ahead = monday - systemClock.now()
  const [run] = await until(
    async () => {
      const found = await runs()
      return found[0]?.ended_at && found
    },
    { what: 'the run' },
  )
  assert.deepEqual([run.status, run.slot], ['succeeded', new Date(monday).toISOString()])
  const [, week] = toolResults(model.requests[3]!)
  assert.match(week!, /^# Week 2026-W02: Monday 2026-01-05 to Sunday 2026-01-11\n/)
  assert.match(week!, /the key was missing \(Jo\)[^]*returns are free/)
  assert.match(week!, /\| orders \| 99 \| 79 \| \+25 % \|\n\| returns \| 5 \| 5 \| 0 % \|$/)
  const chat = clientOf(hub.chatappUrl, hub.admin.token, hub.admin.id)
  const delivered = await until(
    async () => {
      const chats = (await chat.get('/api/v1/chats/list')).json
      return chats.length > 0 && (await chat.get(`/api/v1/chats/${chats[0].id}`)).text
    },
    { what: 'the chat with the report' },
  )
  assert.match(delivered, /Orders rose by 25 % to 99/)
  const artifacts = await fetch(`${hub.url}/portal/artifacts/api`, {
    headers: { cookie: `token=${hub.admin.token}` },
  })
  const { items } = await artifacts.json()
  assert.deepEqual([items.length, items[0].filename], [1, 'report-2026-W02.md'])
})

test('a note from a chat is part of its week; a week without notes says so [templates.weekly-report]', async (t) => {
  const { model, ask, running } = await startTemplate(t, 'weekly-report')
  model.script(
    calls({ name: 'add_note', input: { text: 'The stand\nis booked', day: '2027-01-03' } }),
    calls(
      { name: 'read_week', input: { day: '2026-12-28' } },
      { name: 'read_week', input: { day: '2027-02-01' } },
    ),
    says('Noted.'),
  )
  assert.match(await ask('Note: the stand is booked'), /Noted/)
  const [, week, empty] = toolResults(model.requests.at(-1)!)
  assert.match(week!, /^# Week 2026-W53: [^]*\n- The stand is booked \(ann@example\.com\)\n/)
  assert.match(empty!, /No notes\.[^]*\| orders \| 0 \| 0 \| 0 % \|/)
  assert.equal(
    await readFile(join(running.folder, 'files/notes/2027-01-03.md'), 'utf8'),
    '- The stand is booked (ann@example.com)\n',
  )
})
