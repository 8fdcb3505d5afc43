import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { after, describe, test } from 'node:test'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { createMigratedPostgres } from '../support/migrated.ts'
import { BACKENDS } from '../support/stores.ts'
import { answerQuestion, startAskingHub } from './started-questions.ts'

let ahead = 0
const clock: Clock = { ...systemClock, now: () => systemClock.now() + ahead }
const HOUR_MS = 3_600_000

const QUESTION = '/tool ask_person {"question":"Send it?","choices":["Yes","No"],"expires_in":"2h"}'
const SECOND = '/tool ask_person {"question":"Really?"}'
const FILES = {
  'tasks/letter.md': `---\nrun_as: run.ann@example.com\ntools: [ask_person]\n---\n/tool list_files {}\n${QUESTION}\n/finish done sent\n`,
  'tasks/twice.md': `---\nrun_as: run.ann@example.com\ntools: [ask_person]\n---\n${QUESTION}\n${SECOND}\n/finish done both\n`,
  'tasks/silent.md': `---\nrun_as: run.ann@example.com\n---\n${QUESTION}\n/finish done silent\n`,
  'workflows/release.yaml': `run_as: run.ann@example.com
steps:
  - id: approval
    tool: ask_person
    args: { question: Release it?, choices: [Release, Wait], expires_in: 2h }
  - { id: go, needs: approval, when: 'steps.approval.output == "Release"', run: echo released }
`,
  'workflows/order.yaml': `run_as: run.ann@example.com
steps:
  - { id: first, run: 'echo begun >> begun.txt' }
  - id: ask
    needs: first
    tools: [ask_person]
    prompt: |
      ${QUESTION}
      /say ordered
  - { id: last, needs: ask, run: 'echo "\${{ steps.ask.output }}"' }
`,
}

for (const { kind, skip } of BACKENDS)
  describe(`questions of runs, on ${kind}`, { skip }, async () => {
    const url = kind === 'postgres' && !skip ? await createMigratedPostgres() : null
    const database = url !== null && {
      location: { kind: 'postgres' as const, url },
      environment: { SVC_DATABASE_URL: url },
    }
    const { hub, person } = await startAskingHub({ after }, { clock, files: FILES, ...database })
    const ann = await person('Run Ann')
    const manages = { subject: ann.console.email, hub: 'garden', permission: 'manage_access' }
    await hub.admin.post('/access/grant', manages)

    const start = async (workflow: string) => {
      const { status, json, text } = await hub.admin.post('/workflows/run', { hub: 'garden', workflow })
      assert.ok(status < 300, text)
      return json.run_id as string
    }
    const read = async (id: string) => (await ann.console.get(`/runs/garden/${encodeURIComponent(id)}`)).json
    const waiting = async (id: string, after: string | null = null) => {
      for (;;) {
        const run = await read(id)
        if (run.question && run.question !== after) return run
        assert.equal(run.ended_at, null, JSON.stringify(run))
        await pause(100)
      }
    }
    const ended = async (id: string) => {
      for (;;) {
        const run = await read(id)
        if (run.ended_at) return run
        await pause(100)
      }
    }

    test('a task whose tools name ask_person pauses for its account, and continues with the answer [questions.runs]', async () => {
      const id = await start('md:letter')
      const run = await waiting(id)
      assert.deepEqual([run.status, run.paused], ['queued', 'Waits for an answer of run.ann@example.com.'])
      const question = (await ann.console.get(`/change-requests/${run.question}`)).json
      assert.deepEqual([question.state, question.operations[0].run_id], ['proposed', id])
      const { items } = (await ann.console.get('/attention')).json
      assert.ok(items.some(({ kind }: any) => kind === 'change_requests'))
      const seen = (await hub.admin.get(`/runs/garden/${encodeURIComponent(id)}`)).json
      assert.equal(seen.question, null, 'another person does not see the question')
      await answerQuestion(ann.console, run.question, { answer: 'Yes' })
      const done = await ended(id)
      assert.deepEqual(
        [done.status, done.result, done.paused, done.question],
        ['succeeded', 'sent', null, null],
      )
    })

    test('a second question of the same turn keeps the first answer [questions.runs]', async () => {
      const id = await start('md:twice')
      const first = await waiting(id)
      await answerQuestion(ann.console, first.question, { answer: 'No' })
      const second = await waiting(id, first.question)
      await answerQuestion(ann.console, second.question, { answer: 'Yes' })
      assert.equal((await ended(id)).result, 'both')
      const asked = await hub.store.db
        .selectFrom('question_turns')
        .select('request_id')
        .where('run_id', '=', id)
        .execute()
      assert.equal(asked.length, 2)
    })

    test('a workflow step pauses, and finished steps are not repeated; without an answer the step learns that [questions.runs] [questions.expiry]', async () => {
      const id = await start('order')
      await waiting(id)
      ahead += 3 * HOUR_MS
      const done = await ended(id)
      assert.equal(done.status, 'succeeded')
      assert.match(done.result, /^Nobody answered until 20.*\nordered/)
      assert.equal(done.steps.find((step: any) => step.id === 'first').attempt, 1)
    })

    test('a cancelled run closes its question [questions.runs]', async () => {
      const id = await start('release')
      const { question } = await waiting(id)
      const cancelled = await hub.admin.post('/runs/cancel', { hub: 'garden', run_id: id })
      assert.ok(cancelled.status < 300, cancelled.text)
      assert.equal((await ended(id)).status, 'cancelled')
      const closed = (await ann.console.get(`/change-requests/${question}`)).json
      assert.deepEqual([closed.state, closed.result.detail], ['stale', 'The run was cancelled.'])
    })

    test('a workflow step without an agent waits for an approval, and fails if it is declined [questions.approval]', async () => {
      const id = await start('release')
      const { question, steps } = await waiting(id)
      assert.deepEqual(
        steps.map(({ state }: { state: string }) => state),
        ['waiting'],
      )
      await answerQuestion(ann.console, question, { answer: 'Release' })
      assert.deepEqual(await ended(id).then((run) => [run.status, run.result]), ['succeeded', 'released'])
      const other = await start('release')
      const asked = (await waiting(other)).question
      await ann.console.post(`/change-requests/${asked}/reject`, {})
      const declined = await ended(other)
      assert.equal(declined.status, 'failed')
      assert.match(declined.error, /The step approval failed: The person declined to answer/)
    })

    test('a task that does not name the tool cannot ask [questions.offered]', async () => {
      const done = await ended(await start('md:silent'))
      assert.equal(done.result, 'silent')
      assert.match(JSON.stringify(done.steps), /no tool .ask_person/)
    })
  })
