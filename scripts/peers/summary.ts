import type { AreaOutcome } from '../../tests/peers/report.ts'

export interface AreaResult extends AreaOutcome {
  area: string
}

const MAX_FAILURE_CHARACTERS = 300

export const summaryOf = (results: readonly AreaResult[]): string[] =>
  results.flatMap(({ area, passed, failures, notInstalled }) => [
    `${failures.length > 0 ? '✖' : passed > 0 ? '✔' : '-'} ${area}: ${[
      `${passed} passed`,
      ...(failures.length > 0 ? [`${failures.length} failed`] : []),
      ...(notInstalled.length > 0 ? [`${notInstalled.length} not installed`] : []),
    ].join(', ')}`,
    ...failures.map((failure) => `    failed: ${short(failure)}`),
    ...notInstalled.map(({ name, reason }) => `    not installed: ${name}, because ${short(reason)}`),
  ])

const short = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').slice(0, MAX_FAILURE_CHARACTERS)
