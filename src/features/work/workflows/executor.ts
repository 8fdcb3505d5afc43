import { explainFailure } from '#core/agent/turn/failure-kind.ts'
import type { Clock } from '#ground/base/clock.ts'
import {
  RunPaused,
  type Executor,
  type WorkRun,
  type RunContext,
  type RunEnd,
} from '#features/work/runs/run.ts'
import { createStepAttempts, type StepAttempts } from './attempts.ts'
import { deadline, TimeUp } from './deadline.ts'
import { describeDuration } from '#ground/base/duration.ts'
import { fillTemplate } from '#features/work/runs/expression/template.ts'
import type { ExpressionScope } from '#features/work/runs/expression/evaluate.ts'
import { zoneOf } from '#features/work/runs/definitions/zone.ts'
import { checkInputs } from './inputs.ts'
import { isOutputUsed } from './output-use.ts'
import { runSteps, type EndedStep } from './run-steps.ts'
import { createSemaphore, type Semaphore } from '#ground/base/slots.ts'
import { fillTree } from './template-tree.ts'
import { runAgentStep, type AgentStepDeps } from './work/agent-step.ts'
import { eventPaths, runScriptStep, type ScriptStepDeps } from './work/script-step.ts'
import { runToolStep, type ToolStepDeps } from './work/tool-step.ts'
import { done, failed, type WorkEnd } from './work/work-end.ts'
import { MAX_DEPTH, type Workflow, type WorkflowStep } from './workflow.ts'

export interface WorkflowDeps extends AgentStepDeps, ScriptStepDeps, ToolStepDeps {
  clock: Clock
  /** Limits the agent turns that run at once. A step's time limit does not include the wait. */
  turns: Pick<Semaphore, 'run'>
  find(name: string): Workflow | undefined
  unrunnableReason(name: string): string | null
  inboxFolder(name: string): string
  /** Maximum number of parallel steps; default: 4. */
  parallel?: number
}

/** An interrupted run continues after its last finished steps. Unfinished steps run again, so a step may run twice. */
export const createWorkflowExecutor = (deps: WorkflowDeps): Executor => ({
  resumes: true,
  async execute(run, context) {
    const workflow = deps.find(run.workflow)
    if (!workflow) return { outcome: 'error', error: 'The workflow no longer exists.', isExcused: true }
    const unrunnableReason = deps.unrunnableReason(run.workflow)
    if (unrunnableReason !== null) return { outcome: 'error', error: unrunnableReason, isRefused: true }
    const inputs = checkInputs(workflow.inputs, run.inputs)
    if (!inputs.ok) return { outcome: 'error', error: inputs.refusal }
    const slots = createSemaphore(deps.parallel ?? 4)
    const execution: Execution = {
      deps,
      run,
      context,
      slots,
      attempts: createStepAttempts(context, deps.clock),
      refused: new Set(),
      timeZone: zoneOf(workflow.trigger),
    }
    const frame = { workflow, inputs: inputs.value, prefix: '', depth: 1, signal: context.signal }
    const { outcome, output, error, detail } = await execute(execution, frame)
    if (outcome === 'done') return { outcome, result: output, error }
    return {
      outcome: 'error',
      result: output,
      error,
      detail,
      isRefused: execution.refused.size > 0,
    } satisfies RunEnd
  },
})

interface Execution {
  deps: WorkflowDeps
  run: WorkRun
  context: RunContext
  slots: Semaphore
  attempts: StepAttempts
  refused: Set<string>
  timeZone: string | undefined
}

interface Frame {
  workflow: Workflow
  inputs: Record<string, unknown>
  prefix: string
  depth: number
  signal: AbortSignal
}

async function execute(execution: Execution, frame: Frame): Promise<WorkEnd> {
  const { deps, run, attempts } = execution
  const { workflow, inputs, prefix, signal } = frame
  /** If the workflow was deleted meanwhile, its last version is used. */
  const steps = () => (deps.find(workflow.name) ?? workflow).steps
  const ended = await runSteps(steps, {
    scope: {
      inputs,
      run: { id: run.id, trigger: run.trigger, workflow: run.workflow },
      events: eventPaths(run, deps.inboxFolder),
    },
    earlier: (step) => attempts.ended(prefix + step.id, step),
    skip: (step) => attempts.skip(prefix + step.id, step),
    perform: (step, scope, stop) =>
      attempts.perform(prefix + step.id, step, {
        signal: stop,
        withLimit: (work) => runInSlot(execution, step, work, stop),
        async attempt() {
          const end = await attemptStep(execution, frame, step, scope, stop)
          const { outcome: state, isForLater, paused, ...rest } = end
          if (paused) throw paused
          if (isForLater) execution.refused.add(prefix + step.id)
          else execution.refused.delete(prefix + step.id)
          return { state, ...rest }
        },
      }),
    signal,
  })
  return endOf(steps(), ended)
}

function runInSlot<T>(
  { deps, slots }: Execution,
  { work: { kind } }: WorkflowStep,
  work: () => Promise<T>,
  stop: AbortSignal,
): Promise<T> {
  // A step that calls a workflow takes none of the `slots` for parallel steps, because the steps of that workflow
  // take them.
  if (kind === 'workflow') return work()
  return slots.run(() => (kind === 'agent' ? deps.turns.run(work, stop) : work()), stop)
}

function endOf(steps: readonly WorkflowStep[], ended: ReadonlyMap<string, EndedStep>): WorkEnd {
  const output = steps.findLast(({ id }) => ended.get(id)?.outcome === 'done')
  const result = output ? ended.get(output.id)!.output : null
  const failedSteps = steps.filter(({ id }) => ended.get(id)?.outcome === 'failed').map(({ id }) => id)
  if (failedSteps.length === 0) return done(result)
  const [first, ...others] = failedSteps
  const more = others.length > 0 ? ` (also failed: ${others.join(', ')})` : ''
  const { error, detail } = ended.get(first!)!
  const describe = (why: string) => `The step ${first} failed${more}: ${why}`
  return failed(describe(error ?? 'no reason reported'), {
    output: result,
    detail: detail === null ? null : describe(detail),
  })
}

async function attemptStep(
  execution: Execution,
  frame: Frame,
  step: WorkflowStep,
  scope: ExpressionScope,
  stop: AbortSignal,
): Promise<WorkEnd> {
  using limited = deadline({ signal: stop, ms: step.timeoutMs, clock: execution.deps.clock })
  try {
    // A script enforces its own time limit, so that the output before the limit is kept.
    return await runWork(execution, frame, step, scope, step.work.kind === 'script' ? stop : limited.signal)
  } catch (error) {
    stop.throwIfAborted()
    if (error instanceof RunPaused) throw error
    if (limited.signal.aborted && limited.signal.reason instanceof TimeUp)
      return failed(`The step was stopped after ${describeDuration(step.timeoutMs)}.`)
    const { error: kind, detail } = explainFailure(error)
    return failed(kind, { detail })
  }
}

function runWork(
  execution: Execution,
  frame: Frame,
  { id, work: todo, timeoutMs }: WorkflowStep,
  scope: ExpressionScope,
  signal: AbortSignal,
): Promise<WorkEnd> {
  const { deps, run, context } = execution
  const output = (text: string) => context.output(text, frame.prefix + id)
  const traceparent = context.traceparent(frame.prefix + id)
  switch (todo.kind) {
    case 'agent': {
      const { model, tools } = todo
      return runAgentStep(deps, {
        id: frame.prefix + id,
        prompt: fillTemplate(todo.prompt, scope),
        model,
        tools,
        isOutputUsed: isOutputUsed(frame.workflow.steps, id),
        run,
        timeZone: execution.timeZone,
        signal,
        traceparent,
        output,
      })
    }
    case 'script':
      return runScriptStep(deps, { script: todo.script, run, scope, timeoutMs, signal, traceparent, output })
    case 'tool':
      return runToolStep(deps, {
        id: frame.prefix + id,
        tool: todo.tool,
        args: fillTree(todo.args, scope),
        run,
        signal,
        traceparent,
        output,
      })
    case 'workflow': {
      const { workflow: name, inputs } = todo
      const given = Object.entries(inputs).map(([input, tree]) => [input, fillTree(tree, scope)] as const)
      return executeInner(
        execution,
        { ...frame, prefix: `${frame.prefix}${id}/`, signal },
        name,
        Object.fromEntries(given),
      )
    }
  }
}

async function executeInner(
  execution: Execution,
  frame: Frame,
  name: string,
  given: Record<string, unknown>,
): Promise<WorkEnd> {
  const workflow = execution.deps.find(name)
  if (!workflow) return failed(`There is no workflow ${name}.`)
  const depth = frame.depth + 1
  if (depth > MAX_DEPTH) return failed(`Workflows can be nested at most ${MAX_DEPTH} levels deep.`)
  const inputs = checkInputs(workflow.inputs, given)
  return inputs.ok
    ? execute(execution, { ...frame, workflow, inputs: inputs.value, depth })
    : failed(inputs.refusal)
}
