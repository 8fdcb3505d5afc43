import type { ActiveSpan, Tracer } from '#ground/base/trace/tracer.ts'
import {
  isTaskRun,
  RunPaused,
  statusOf,
  type WorkRun,
  type RunContext,
  type RunEnd,
  type StepEnd,
} from '../run.ts'

export async function tracedRun(
  tracer: Tracer,
  run: WorkRun,
  context: Omit<RunContext, 'traceparent'>,
  execute: (context: RunContext) => Promise<RunEnd>,
): Promise<RunEnd> {
  const { hub, id, workflow, trigger } = run
  const runIds = { 'svc.hub': hub, 'svc.run.id': id }
  const span = tracer.start(nameOf(run), {
    attributes: { ...runIds, 'svc.run.workflow': workflow, 'svc.run.trigger': trigger },
  })
  const steps = new Map<string, ActiveSpan>()
  try {
    const end = await execute({
      ...context,
      traceparent: (step) => ((step !== undefined && steps.get(step)) || span).traceparent,
      async startStep(step) {
        await context.startStep(step)
        const { id: name, kind, attempt = 1 } = step
        const attributes = { ...runIds, 'svc.step.kind': kind, 'svc.step.attempt': attempt }
        steps.set(name, tracer.start(`step ${name}`, { parent: span.traceparent, attributes }))
      },
      async finishStep(name, stepEnd) {
        const step = steps.get(name)
        steps.delete(name)
        if (step) endStep(step, stepEnd)
        await context.finishStep(name, stepEnd)
      },
    })
    const isStopped = context.signal.aborted && end.outcome !== 'done'
    span.set({ 'svc.run.outcome': isStopped ? 'stopped' : end.outcome })
    if (!isStopped && statusOf(end.outcome) === 'failed') span.fail(end.outcome)
    return end
  } catch (error) {
    if (context.signal.aborted) span.set({ 'svc.run.outcome': 'stopped' })
    else if (error instanceof RunPaused) span.set({ 'svc.run.outcome': 'paused' })
    else span.fail('error')
    throw error
  } finally {
    for (const step of steps.values()) step.end() // ends the spans of steps during which the run was interrupted
    span.end()
  }
}

const nameOf = ({ workflow }: WorkRun): string =>
  isTaskRun({ workflow }) ? `task ${workflow.slice('md:'.length)}` : `workflow ${workflow}`

const endStep = (step: ActiveSpan, { state }: StepEnd): void => {
  if (state === 'skipped') return
  if (state === 'failed') step.fail('step_failed')
  step.set({ 'svc.step.state': state })
  step.end()
}
