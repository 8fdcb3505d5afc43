import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import fc from 'fast-check'
import { testProgram } from '../support/test-program.ts'
import { gone } from '../support/process-exit.ts'
import { until } from '../support/until.ts'
import { hubWith } from './support.ts'
import { HUB, openWorkbench } from './workbench.ts'

async function startWorker(t: TestContext, folder: string) {
  const child = spawn(process.execPath, [...testProgram('worker-process'), folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => child.kill('SIGKILL'))
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => assert.fail('it ended'))])
  return {
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const exit = once(child, 'exit')
      child.kill('SIGKILL')
      await exit
    },
  }
}

test('a run with a killed process continues after its last finished step, with its outputs [workflow.resume]', async (t) => {
  const folder = await hubWith(t, {
    deploy: `
steps:
  - { id: build, run: 'echo build >> log; echo v1' }
  - { id: inner, workflow: inner, needs: build, inputs: { version: "\${{ steps.build.output }}" } }
  - { id: end, run: 'echo "end \${{ steps.inner.output }}" | tee -a log', needs: inner }
`,
    inner: `
inputs: { version: {} }
steps:
  - { id: first, run: 'echo first >> log; echo \${{ inputs.version }}' }
  - id: second
    needs: first
    run: |
      echo second >> log
      echo $$ >> pids
      until [ -e go ]; do sleep 0.02; done
      echo \${{ steps.first.output }}!
`,
  })
  const first = await startWorker(t, folder)
  await using bench = await openWorkbench(folder, { leaseMs: 1000, parallel: 1, isIdle: true })
  const id = await bench.queue('deploy')
  await until(() => existsSync(join(folder, 'pids')))
  await first.kill()
  await gone(Number(await readFile(join(folder, 'pids'), 'utf8')))
  await writeFile(join(folder, 'go'), '')
  await startWorker(t, folder)
  await until(async () => (await bench.runs.read({ hub: HUB, id }))?.endedAt != null)
  const run = (await bench.runs.read({ hub: HUB, id }))!
  assert.equal(run.outcome, 'done', run.error ?? '')
  assert.equal(run.result, 'end v1!')
  assert.equal(await readFile(join(folder, 'log'), 'utf8'), 'build\nfirst\nsecond\nsecond\nend v1!\n')
  const steps = await bench.runs.steps({ hub: HUB, id })
  assert.deepEqual(
    steps.map((step) => `${step.id} ${step.attempt} ${step.state}`),
    ['build 1 done', 'inner 2 done', 'inner/first 1 done', 'inner/second 2 done', 'end 1 done'],
  )
})

test('random graphs, killed at random moments, complete every step once, after its dependencies [workflow.resume]', async (t) => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uniqueArray(fc.nat(5), { maxLength: 2 }), { minLength: 3, maxLength: 6 }),
      fc.array(fc.nat(5), { minLength: 1, maxLength: 2 }),
      async (graph, kills) => {
        const needs = graph.map((some, index) => some.filter((need) => need < index))
        const steps = needs.map(
          (some, index) =>
            `  - { id: s${index}, needs: [${some.map((need) => `s${need}`).join(', ')}], run: 'echo begin ${index} >> log; sleep 0.05; echo end ${index} >> log' }`,
        )
        const folder = await hubWith(t, { w: `steps:\n${steps.join('\n')}\n` })
        const lines = async () =>
          (await readFile(join(folder, 'log'), 'utf8').catch(() => '')).split('\n').filter(Boolean)
        await using bench = await openWorkbench(folder, { isIdle: true })
        const id = await bench.queue('w')
        const isOver = async () => (await bench.runs.read({ hub: HUB, id }))?.endedAt != null
        for (const kill of kills) {
          const worker = await startWorker(t, folder)
          const before = (await lines()).length
          await until(async () => (await isOver()) || (await lines()).length > before + kill)
          await worker.kill()
        }
        const last = await startWorker(t, folder)
        await until(isOver)
        await last.kill()
        const run = (await bench.runs.read({ hub: HUB, id }))!
        assert.equal(run.outcome, 'done', run.error ?? '')
        const log = await lines()
        const records = await bench.runs.steps({ hub: HUB, id })
        for (const [index, some] of needs.entries()) {
          const begins = log.flatMap((line, at) => (line === `begin ${index}` ? [at] : []))
          const tries = records.find((record) => record.id === `s${index}`)!.attempt
          // A kill between recording and starting an attempt leaves no `begin` line.
          assert.ok(
            begins.length >= 1 && begins.length <= tries,
            `step ${index} began ${begins.length} times in ${tries} tries`,
          )
          assert.ok(tries <= kills.length + 1, `step ${index} was begun ${tries} times`)
          for (const need of some)
            assert.ok(log.indexOf(`end ${need}`) < begins[0]!, `${index} began before ${need} had ended`)
        }
      },
    ),
    { numRuns: 4 },
  )
})

test('a step that its process dies of each time is given up [workflow.resume]', async (t) => {
  const folder = await hubWith(t, {
    deadly: `steps:\n  - { id: deadly, run: 'kill -9 $PPID; sleep 1000' }\n`,
  })
  await using bench = await openWorkbench(folder, { isIdle: true })
  const id = await bench.queue('deadly')
  const isOver = async () => (await bench.runs.read({ hub: HUB, id }))?.endedAt != null
  while (!(await isOver())) await survive(folder)
  assert.equal((await bench.runs.steps({ hub: HUB, id }))[0]!.attempt, 4)
  assert.match((await bench.runs.read({ hub: HUB, id }))!.error!, /not retried/)

  async function survive(hubFolder: string) {
    const child = spawn(process.execPath, [...testProgram('worker-process'), hubFolder], { stdio: 'ignore' })
    await until(async () => child.exitCode !== null || child.signalCode !== null || (await isOver()))
    child.kill('SIGKILL')
  }
})
