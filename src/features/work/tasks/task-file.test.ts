import assert from 'node:assert/strict'
import { test } from 'node:test'
import { zoneOf } from '#features/work/runs/definitions/zone.ts'
import { parseTaskFile, type TaskFile } from './task-file.ts'

const good = (front: string, body = 'Do it.'): TaskFile => {
  const parsed = parseTaskFile(`---\n${front}\n---\n${body}\n`, 'report', 'tasks/report.md')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.refusal))
  return parsed.value
}
const bad = (front: string, body = 'Do it.'): string[] => {
  const parsed = parseTaskFile(`---\n${front}\n---\n${body}\n`, 'report', 'tasks/report.md')
  return parsed.ok ? [] : parsed.refusal.map(({ file, line, message }) => `${file}:${line}: ${message}`)
}

test('a task file is read with its defaults [task.file]', () => {
  assert.deepEqual(good('on_webhook: true\nrun_as: Ann@Example.org'), {
    id: 'report',
    name: 'report',
    description: '',
    trigger: { kind: 'webhook', name: 'webhook', when: null, place: { line: 2, column: 13 } },
    runAs: 'ann@example.org',
    run: null,
    model: null,
    timeoutMs: 30 * 60_000,
    maxRounds: 3,
    maxTurns: 30,
    write: false,
    commit: false,
    push: false,
    tools: null,
    namedTools: [],
    deliver: [],
    missed: 'run_once',
    enabled: true,
    prompt: 'Do it.',
  })
})

test('every key of a task is understood [task.keys]', () => {
  const task = good(
    [
      'schedule: 0 7 * * 1-5',
      'timezone: Europe/Berlin',
      'run_as: ann@example.org',
      'model: openai/gpt-5',
      'timeout: 2h',
      'max_rounds: 5',
      'max_turns: 9',
      'write: [files/reports/**]',
      'commit: true',
      'push: true',
      'tools: [read_file]',
      'missed: skip',
      'enabled: false',
    ].join('\n'),
  )
  assert.deepEqual(task.trigger, { kind: 'schedule', schedule: '0 7 * * 1-5', timezone: 'Europe/Berlin' })
  assert.equal(zoneOf(task.trigger), 'Europe/Berlin')
  const zone = (front: string) => zoneOf(good(`run_as: ann@example.org\n${front}`).trigger)
  assert.equal(zone('schedule: every 15m\ntimezone: UTC'), 'UTC', 'UTC is a zone like others')
  assert.equal(zone('schedule: every 15m'), undefined, 'the zone of the person counts')
  assert.equal(zone('on_webhook: true'), undefined)
  assert.equal(task.timeoutMs, 2 * 3_600_000)
  assert.deepEqual(task.write, ['files/reports/**'])
  assert.deepEqual([task.commit, task.push, task.missed, task.enabled], [true, true, 'skip', false])
  assert.deepEqual(good(`run: '"scripts/my report.ts" --all'`, '').run, ['scripts/my report.ts', '--all'])
})

test('a task has on_webhook or schedule, never both, and the line is named [task.both-triggers]', () => {
  assert.deepEqual(bad('run_as: ann@example.org\nschedule: every 15m\non_webhook: true'), [
    'tasks/report.md:4: on_webhook: a task has on_webhook or schedule, never both',
  ])
})

test('an unknown key is a problem with its line, and so is a bad value [task.problems]', () => {
  assert.deepEqual(bad('timeout: 30m\ntimout: 30m'), [
    'tasks/report.md:3: unknown key timout; did you mean timeout?',
  ])
  assert.deepEqual(bad('timeout: soon'), [
    'tasks/report.md:2: timeout: expected a time from 1s to 7d, such as 30m',
  ])
  assert.match(
    bad('run_as: ann@example.org\nschedule: 61 * * * *').join(),
    /^tasks\/report\.md:3: schedule: /,
  )
  assert.deepEqual(bad('schedule: every 15m'), [
    'tasks/report.md:2: schedule: the task needs run_as, the account it acts as',
  ])
  assert.deepEqual(bad('run: a.ts\nmodel: openai/gpt-5'), [
    'tasks/report.md:3: model: has no effect: a task that runs a script has no agent',
  ])
  assert.deepEqual(bad('name: Empty', ''), [
    'tasks/report.md:1: the task is empty: it has neither text nor run',
  ])
})

test('unused texts, and paths out of the Hub’s folder, are problems of their line [task.bounds]', () => {
  const most = /^tasks\/report\.md:2: .*expected at most/
  for (const front of [
    `name: ${'x'.repeat(1_000_000)}`,
    `description: ${'x'.repeat(1_000_000)}`,
    `run: ${'x'.repeat(1_000_000)}`,
    `schedule: ${'x'.repeat(1_000_000)}`,
    `model: a/${'x'.repeat(1_000_000)}`,
    `tools: [${'x'.repeat(1_000_000)}]`,
    `write: [${'x'.repeat(1_000_000)}]`,
  ]) {
    const [problem] = bad(front)
    assert.match(problem!, most, front.slice(0, 20))
    assert.ok(problem!.length < 300)
  }
  for (const front of [
    'run: ../../../bin/sh',
    'run: scripts/../../sh -c x',
    'run: /bin/sh',
    'run: "..  x"',
    'run: ".. x"',
    'write: [../other/**]',
    'write: [/etc/*]',
  ])
    assert.match(bad(front)[0]!, /^tasks\/report\.md:2: .*leads out of the Hub’s folder/, front)
  assert.deepEqual(bad('run: scripts/../scripts/x.sh'), [])
  assert.deepEqual(bad('run: python3 -c pass'), [])
})

test('a condition on events is read with its problems where they stand [listen.when]', () => {
  const webhook = 'on_webhook: orders\nrun_as: ann@example.org\n'
  const task = good(`${webhook}when: \${{ event.body.action == 'opened' }}`)
  assert.equal(
    task.trigger.kind === 'webhook' && task.trigger.when?.source,
    "${{ event.body.action == 'opened' }}",
  )
  assert.deepEqual(bad(`${webhook}when: body.action == 1`), [
    'tasks/report.md:4: when: there is no body; a condition on events begins with event',
  ])
  assert.match(bad(`${webhook}when: event.bodi.action == 1`)[0]!, /an event has no bodi; did you mean body\?/)
  assert.match(bad(`${webhook}when: event.body.action ==`)[0]!, /^tasks\/report\.md:4: /)
  assert.match(bad(`${webhook}when: success()`)[0]!, /for steps/)
  assert.match(bad('when: event.body.a')[0]!, /only a task with on_webhook chooses events/)
})
