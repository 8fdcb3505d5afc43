import type { Clock } from '#ground/base/clock.ts'
import { runScript } from '#ground/base/programs/run-script.ts'
import type { Warden } from '#ground/base/programs/warden.ts'
import { programFor } from '#features/work/runs/script/command.ts'
import type { WorkRun, RunContext, RunEnd } from '#features/work/runs/run.ts'
import { traceVariables } from '#features/work/runs/script/environment.ts'
import { keepTextEnd } from '#ground/base/cut-text.ts'
import { eventPaths } from './events-list.ts'
import type { TaskFile } from './task-file.ts'

export interface TaskScriptDeps {
  hubFolder: string
  clock: Pick<Clock, 'sleep'>
  warden: Warden
  environment(): Promise<Record<string, string>>
  inboxFolder(name: string): string
}

/** A script that exits with this status runs again. The status is `EX_TEMPFAIL` of `sysexits.h`. */
const INCOMPLETE = 75
const RESULT = 8 * 1024

export async function runScriptTask(
  deps: TaskScriptDeps,
  task: TaskFile,
  run: WorkRun,
  context: RunContext,
): Promise<RunEnd> {
  const { hubFolder, clock, warden } = deps
  const step = 'script'
  await context.startStep({ id: step, title: task.run!.join(' '), kind: 'script' })
  const fail = async (error: string): Promise<RunEnd> => {
    await context.finishStep(step, { state: 'failed', error })
    return { outcome: 'error', error }
  }
  try {
    const line = {
      ...(await programFor(task.run!, hubFolder)),
      env: { ...(await variablesFor(deps, run)), ...traceVariables(context.traceparent(step)) },
      cwd: hubFolder,
    }
    const end = await runScript(line, {
      signal: context.signal,
      timeoutMs: task.timeoutMs,
      clock,
      warden,
      output: (text) => context.output(text, step),
    })
    const result = keepTextEnd(end.stdout.trim(), RESULT) || null
    if (end.code === 0) {
      await context.finishStep(step, { state: 'done', output: result })
      return { outcome: 'done', result }
    }
    const error = whyFailed(end, task.timeoutMs)
    await context.finishStep(step, { state: 'failed', output: result, error })
    return { outcome: end.code === INCOMPLETE ? 'incomplete' : 'error', result, error }
  } catch (error) {
    if (context.signal.aborted) {
      await context.finishStep(step, { state: 'cancelled' })
      throw error
    }
    return fail((error as Error).message)
  }
}

async function variablesFor(
  { environment, inboxFolder }: TaskScriptDeps,
  { runAs, batch }: WorkRun,
): Promise<Record<string, string>> {
  return {
    ...(await environment()),
    ...(runAs === null ? {} : { SVC_RUN_AS: runAs }),
    ...(batch === null ? {} : { SVC_WEBHOOK_EVENTS: eventPaths(inboxFolder(batch.inbox), batch.events) }),
  }
}

const whyFailed = (
  { code, signal, isLate }: { code: number | null; signal: string | null; isLate: boolean },
  timeoutMs: number,
): string => {
  if (isLate) return `The task was stopped after ${timeoutMs / 1000} s.`
  if (code === INCOMPLETE) return 'It says there is more to do (exit status 75).'
  if (code === null) return `It was ended by ${signal}.`
  return `It ended with exit status ${code}${code === 127 ? ', which says that a program was not found' : ''}.`
}
