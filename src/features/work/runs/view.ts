import { type EpochMs, isoTime } from '#ground/base/clock.ts'
import { forBrowsers } from '#ground/base/json/plain.ts'
import { describeProblem } from '#ground/hub/hub.ts'
import type { Definition, Definitions } from './definitions/definition.ts'
import type { ListedUse, RunUse } from './records/history.ts'
import type { RelatedRuns } from './queue/related-runs.ts'
import type { OutputPiece, WorkRun, StoredRunStep } from './run.ts'
import { nextTimes, parseSchedule } from './definitions/schedule.ts'
import { clockZoneOf } from './definitions/zone.ts'
import type { ListedRun, RunDetail, RunOutput, RunStep, RunView, Workflow } from './schema.ts'

/** Only the account of the run sees its result and the error texts of providers and tools. */
export const runView = (run: WorkRun, caller: string): RunView => ({
  id: run.id,
  hub: run.hub,
  workflow: run.workflow,
  trigger: run.trigger,
  run_as: run.runAs,
  requested_by: run.requestedBy,
  status: run.status,
  outcome: run.outcome,
  cancelling: run.isCancelling,
  paused: run.paused,
  paused_for: run.paused === null ? null : run.questionId === null ? 'budget' : 'answer',
  question: isOwn(run, caller) ? run.questionId : null,
  queued_at: isoTime(run.queuedAt),
  started_at: isoOrNull(run.startedAt),
  ended_at: isoOrNull(run.endedAt),
  duration_ms: run.startedAt === null || run.endedAt === null ? null : run.endedAt - run.startedAt,
  slot: isoOrNull(run.slot),
  events: [...(run.batch?.events ?? [])],
  attempt: run.batch?.attempt ?? null,
  repeats: run.repeats,
  result: isOwn(run, caller) ? run.result : null,
  error: isOwn(run, caller) ? (run.detail ?? run.error) : run.error,
})

export const listedRun = (run: WorkRun, use: ListedUse | undefined, caller: string): ListedRun => ({
  ...runView(run, caller),
  model: use?.model ?? null,
  tokens: use?.tokens ?? null,
  cost_usd: use && use.costMicroUsd !== null ? use.costMicroUsd / 1_000_000 : null,
})

export const isOwn = (
  { runAs, requestedBy }: Pick<WorkRun, 'runAs' | 'requestedBy'>,
  caller: string,
): boolean => (runAs ?? requestedBy) === caller

export const runDetail = (
  run: WorkRun,
  { steps, use, related }: { steps: readonly StoredRunStep[]; use: RunUse; related: RelatedRuns },
  caller: string,
): RunDetail => ({
  ...runView(run, caller),
  inputs: forBrowsers(run.inputs) as RunDetail['inputs'],
  is_own: isOwn(run, caller),
  output_removed: run.isOutputRemoved,
  steps: steps.map((step) => stepView(run, step, isOwn(run, caller))),
  machine: related.instanceName,
  hub_version: run.hubVersion,
  last_hub_version: run.lastHubVersion,
  repeated_by: related.repeatedBy,
  attempts: related.attempts.map(({ id, attempt, status, queuedAt }) => ({
    id,
    attempt,
    status,
    queued_at: isoTime(queuedAt),
  })),
  usage: {
    turns: use.turns,
    input_tokens: use.inputTokens,
    output_tokens: use.outputTokens,
    cost_usd: use.costMicroUsd / 1_000_000,
    unpriced_turns: use.unpricedTurns,
  },
})

const stepView = (run: WorkRun, step: StoredRunStep, isTheirs: boolean): RunStep => ({
  id: step.id,
  title: step.title,
  kind: step.kind,
  state: step.state === 'cancelled' && run.paused !== null ? 'waiting' : step.state,
  attempt: step.attempt,
  // Steps that were copied from the repeated run ended before this run was queued.
  taken_over: run.repeats !== null && step.endedAt !== null && step.endedAt <= run.queuedAt,
  started_at: isoTime(step.startedAt),
  ended_at: isoOrNull(step.endedAt),
  output: isTheirs ? step.output : null,
  error: isTheirs ? (step.detail ?? step.error) : step.error,
  tools: step.tools.map((tool) => ({ ...tool })),
})

export const outputView = ({ seq, step, attempt, offset, at, text }: OutputPiece): RunOutput => ({
  seq,
  step,
  attempt,
  offset,
  at: isoTime(at),
  text,
})

const NEXT_TIMES = 5

export function workflowViews(
  hub: string,
  definitions: Definitions,
  now: EpochMs,
): Omit<Workflow, 'last_run'>[] {
  const list = definitions.list()
  const problems = Map.groupBy(definitions.problems(), ({ file }) => file)
  const good = list.map((definition) => {
    const [problem] = problems.get(definition.file) ?? []
    return { ...workflowView(hub, definition, now), problem: problem ? describeProblem(problem) : null }
  })
  const files = new Set(list.map(({ file }) => file))
  const bad = [...problems]
    .filter(([file]) => !files.has(file))
    .map(([file, [problem]]) => invalidView(hub, file, describeProblem(problem!)))
  return [...good, ...bad].toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

function workflowView(
  hub: string,
  { workflow, name, description, file, trigger, runAs, enabled, inputs }: Definition,
  now: EpochMs,
): Omit<Workflow, 'last_run' | 'problem'> {
  const schedule = trigger.kind === 'schedule' ? trigger : null
  const parsed = schedule && parseSchedule(schedule.schedule, clockZoneOf(schedule))
  return {
    id: workflow,
    hub,
    name,
    description,
    kind: workflow.startsWith('md:') ? 'task' : 'workflow',
    file,
    trigger: trigger.kind,
    schedule: schedule?.schedule ?? null,
    timezone: schedule && clockZoneOf(schedule),
    endpoint: trigger.kind === 'webhook' ? trigger.name : null,
    state: enabled ? 'enabled' : 'disabled',
    run_as: runAs,
    next_runs: enabled && parsed?.ok ? nextTimes(parsed.value, now, NEXT_TIMES).map(isoTime) : [],
    inputs: inputs.map((input) => ({ ...input, default: defaultOf(input) })),
  }
}

const defaultOf = ({ default: value }: Definition['inputs'][number]): Workflow['inputs'][number]['default'] =>
  forBrowsers(value ?? null) as Workflow['inputs'][number]['default']

const invalidView = (hub: string, file: string, problem: string): Omit<Workflow, 'last_run'> => {
  const name = file.replace(/^.*\//, '').replace(/\.[^.]+$/, '')
  const isTask = file.startsWith('tasks/')
  return {
    id: isTask ? `md:${name}` : name,
    hub,
    name,
    description: '',
    kind: isTask ? 'task' : 'workflow',
    file,
    trigger: null,
    schedule: null,
    timezone: null,
    endpoint: null,
    state: 'invalid',
    problem,
    run_as: null,
    next_runs: [],
    inputs: [],
  }
}
const isoOrNull = (at: EpochMs | null): string | null => (at === null ? null : isoTime(at))
