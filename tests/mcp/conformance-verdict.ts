import {
  CONFORMANCE_EXCEPTIONS,
  type ConformanceException,
  type ConformanceMode,
} from './conformance-exceptions.ts'

export interface ScenarioResult {
  scenario: string
  failures: readonly { check: string; reason: string }[]
}

/** `partly`: all checks passed except those in the exceptions. */
export interface Verdict {
  mode: ConformanceMode
  scenario: string
  /** Null for a scenario without a revision. */
  revision: string | null
  state: 'passes' | 'partly' | 'unsupported' | 'fails'
  reason: string
}

/** An unnecessary exception is a failure, so the list stays current. */
export function verdictOn(
  { scenario, failures }: ScenarioResult,
  { mode, revision }: Pick<Verdict, 'mode' | 'revision'>,
  exceptions: readonly ConformanceException[] = CONFORMANCE_EXCEPTIONS,
): Verdict {
  const verdict = (state: Verdict['state'], reason = ''): Verdict => ({
    mode,
    scenario,
    revision,
    state,
    reason,
  })
  const excused = (name: string) =>
    exceptions.find(
      (exception) =>
        exception.mode === mode &&
        (exception.revision === undefined || exception.revision === revision) &&
        exception.scenarios.includes(name),
    )
  const isStale = (name: string) => `${name} passes: remove it from the exceptions`
  const whole = excused(scenario)
  if (whole)
    return failures.length > 0 ? verdict('unsupported', whole.reason) : verdict('fails', isStale(scenario))
  const unexcused = failures.find(({ check }) => !excused(`${scenario}:${check}`))
  if (unexcused) return verdict('fails', `${unexcused.check}: ${unexcused.reason}`)
  const excusedFailure = failures[0]
  return excusedFailure
    ? verdict('partly', excused(`${scenario}:${excusedFailure.check}`)!.reason)
    : verdict('passes')
}
