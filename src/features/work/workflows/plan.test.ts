import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { StepOutcome } from '#features/work/runs/expression/evaluate.ts'
import { runSteps, type EndedStep } from './run-steps.ts'
import { parseWorkflowFile } from './file.ts'
import type { Workflow, WorkflowStep } from './workflow.ts'

interface Graph {
  steps: { needs: number[]; when: string | null; fails: boolean }[]
}

const graphs: fc.Arbitrary<Graph> = fc
  .array(
    fc.record({
      needs: fc.uniqueArray(fc.nat(11), { maxLength: 4 }),
      when: fc.constantFrom(null, null, null, 'always()', 'failure()', 'success()', 'false'),
      fails: fc.boolean(),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((steps) => ({
    steps: steps.map((step, index) => ({ ...step, needs: step.needs.filter((need) => need < index) })),
  }))

const workflowOf = ({ steps }: Graph): Workflow => {
  const lines = steps.map(
    ({ needs, when }, index) =>
      `  - { id: s${index}, run: "true", needs: [${needs.map((need) => `s${need}`).join(', ')}]${when === null ? '' : `, when: ${when}`} }`,
  )
  const parsed = parseWorkflowFile(`steps:\n${lines.toReversed().join('\n')}\n`, 'w', 'workflows/w.yaml')
  assert.ok(parsed.ok, JSON.stringify(parsed))
  return parsed.value
}

const expected = ({ steps }: Graph): StepOutcome[] => {
  const outcomes: StepOutcome[] = []
  const failedBefore: boolean[] = []
  for (const { needs, when, fails } of steps) {
    const hasFailed = needs.some((need) => outcomes[need] === 'failed' || failedBefore[need])
    failedBefore.push(hasFailed)
    const runs =
      when === 'always()' || when === 'failure()'
        ? when === 'always()' || hasFailed
        : !hasFailed && when !== 'false'
    outcomes.push(runs ? (fails ? 'failed' : 'done') : 'skipped')
  }
  return outcomes
}

class Killed extends Error {}

test('random graphs run every step once, after all it needs, under random failures and kills [workflow.order]', async () => {
  await fc.assert(
    fc.asyncProperty(
      graphs,
      fc.array(fc.nat(8), { maxLength: 4 }),
      fc.infiniteStream(fc.nat(3)),
      async (graph, kills, delays) => {
        const workflow = workflowOf(graph)
        const kept = new Map<string, EndedStep>()
        const finishes = new Map<string, number>()
        const perform = async (step: WorkflowStep, signal: AbortSignal): Promise<EndedStep> => {
          assert.ok(!kept.has(step.id), `${step.id} was done again`)
          for (const need of step.needs)
            assert.ok(kept.has(need), `${step.id} began before ${need} had ended`)
          for (let turns = delays.next().value!; turns > 0; turns--) await Promise.resolve()
          signal.throwIfAborted()
          const { fails } = graph.steps[Number(step.id.slice(1))]!
          const ended: EndedStep = {
            outcome: fails ? 'failed' : 'done',
            output: step.id,
            error: null,
            detail: null,
          }
          kept.set(step.id, ended)
          finishes.set(step.id, (finishes.get(step.id) ?? 0) + 1)
          return ended
        }
        const attempt = async (killAfter: number): Promise<boolean> => {
          const stop = new AbortController()
          let started = 0
          try {
            await runSteps(() => workflow.steps, {
              scope: { inputs: {}, run: { id: 'r', trigger: 'manual', workflow: 'w' }, events: [] },
              earlier: ({ id }) => kept.get(id) ?? null,
              async perform(step, _, signal) {
                if (++started > killAfter) stop.abort(new Killed())
                return perform(step, signal)
              },
              async skip({ id }) {
                kept.set(id, { outcome: 'skipped', output: null, error: null, detail: null })
              },
              signal: stop.signal,
            })
            return true
          } catch (error) {
            if (error instanceof Killed) return false
            throw error
          }
        }
        for (const kill of kills) await attempt(kill)
        assert.ok(await attempt(Infinity))
        assert.ok([...finishes.values()].every((count) => count === 1))
        assert.deepEqual(
          graph.steps.map((_, index) => kept.get(`s${index}`)?.outcome),
          expected(graph),
        )
      },
    ),
    { numRuns: 500 },
  )
})
