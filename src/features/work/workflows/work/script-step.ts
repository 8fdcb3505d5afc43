import { join } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import type { Warden } from '#ground/base/programs/warden.ts'
import type { WorkRun } from '#features/work/runs/run.ts'
import { traceVariables } from '#features/work/runs/script/environment.ts'
import { runScript, type ScriptEnd } from '#ground/base/programs/run-script.ts'
import { describeDuration } from '#ground/base/duration.ts'
import type { ExpressionScope } from '#features/work/runs/expression/evaluate.ts'
import { valueVariables, type ShellScript } from '../shell/script.ts'
import { done, failed, type WorkEnd } from './work-end.ts'

export interface ScriptStepDeps {
  hubFolder: string
  clock: Pick<Clock, 'sleep'>
  warden: Warden
  environment(): Promise<Record<string, string>>
}

export interface ScriptStep {
  script: ShellScript
  run: WorkRun
  scope: ExpressionScope
  timeoutMs: number
  signal: AbortSignal
  traceparent: string
  output(text: string): void
}

const SHELL = '/bin/sh'

export async function runScriptStep(deps: ScriptStepDeps, step: ScriptStep): Promise<WorkEnd> {
  const { hubFolder, clock, warden } = deps
  const { script, scope, timeoutMs, signal, output } = step
  const env = { ...(await variablesOf(deps, step)), ...valueVariables(script, scope) }
  const line = { program: SHELL, args: ['-e', '-c', script.text], env, cwd: hubFolder }
  const end = await runScript(line, { signal, timeoutMs, clock, warden, output })
  return end.code === 0 ? done(end.stdout) : failed(whyFailed(end, timeoutMs), { output: end.stdout })
}

async function variablesOf(
  { environment }: ScriptStepDeps,
  { run: { id, runAs, batch }, scope, traceparent }: ScriptStep,
): Promise<Record<string, string>> {
  return {
    ...(await environment()),
    ...traceVariables(traceparent),
    SVC_RUN_ID: id,
    ...(runAs === null ? {} : { SVC_RUN_AS: runAs }),
    ...(batch === null ? {} : { SVC_WEBHOOK_EVENTS: scope.events.join('\n') }),
  }
}

const whyFailed = ({ code, signal, isLate }: ScriptEnd, timeoutMs: number): string => {
  if (isLate) return `The step was stopped after ${describeDuration(timeoutMs)}.`
  return code === null ? `It was ended by ${signal}.` : `It ended with exit status ${code}.`
}

/** Absolute paths, oldest first. */
export const eventPaths = ({ batch }: WorkRun, inboxFolder: (name: string) => string): string[] =>
  batch === null ? [] : batch.events.map((name) => join(inboxFolder(batch.inbox), name))
