import type { ConformanceMode } from '../../mcp/conformance-exceptions.ts'
import type { Verdict } from '../../mcp/conformance-verdict.ts'
import { inCell, type Row } from './page.ts'

const TABLE = /(<!-- the table of the conformance suite[^>]*-->\n)[^]*?(?=<!-- end of the table -->)/

const RESULTS: Readonly<Record<Verdict['state'], string>> = {
  passes: 'passes',
  partly: 'passes in part',
  unsupported: 'not supported',
  fails: 'fails',
}

/** The page with a table of all verdicts: a row for the scenarios of one mode with one result and one reason. */
export function pageWithVerdicts(page: string, verdicts: readonly Verdict[], version: string): string {
  if (!TABLE.test(page)) throw new Error('The page has no place for the table of the conformance suite.')
  const rows = new Map<string, { cells: readonly string[]; scenarios: Set<string> }>()
  for (const verdict of verdicts) {
    const { mode, scenario, reason } = verdict
    const cells = [mode, resultOf(verdict, verdicts), reason === '' ? '' : reasonOf(verdict)]
    const key = JSON.stringify(cells)
    const row = rows.get(key) ?? { cells, scenarios: new Set() }
    rows.set(key, row)
    row.scenarios.add(`\`${scenario}\``)
  }
  const lines = [...rows.values()].map(
    ({ cells: [mode, result, reason], scenarios }) =>
      `| ${mode} | ${[...scenarios].join(', ')} | ${result} | ${reason} |`,
  )
  const table = `\nVersion ${version} of the suite:\n\n| Mode | Scenarios | Result | Reason |\n|---|---|---|---|\n${lines.join('\n')}\n\n`
  return page.replace(TABLE, (_, before: string) => before + table)
}

/** With the revision, where the scenario has other results in others. */
function resultOf({ mode, scenario, revision, state }: Verdict, verdicts: readonly Verdict[]): string {
  const isMixed = verdicts.some(
    (other) => other.mode === mode && other.scenario === scenario && other.state !== state,
  )
  return isMixed && revision !== null ? `${RESULTS[state]} in ${revision}` : RESULTS[state]
}

/** Reasons of exceptions are written for the page; those of failures are the suite's. */
const reasonOf = ({ state, reason }: Verdict): string => (state === 'fails' ? inCell(reason) : reason)

/** A row for each mode in the page of compatibility. */
export function conformanceRows(
  verdicts: readonly Verdict[],
  facts: Pick<Row, 'table' | 'version' | 'date'>,
): Row[] {
  const modes: readonly ConformanceMode[] = ['server', 'client', 'authorization']
  return modes.map((mode) => {
    const ofMode = verdicts.filter((verdict) => verdict.mode === mode)
    const count = (...states: Verdict['state'][]) =>
      ofMode.filter(({ state }) => states.includes(state)).length
    const unsupported = count('unsupported', 'partly')
    return {
      ...facts,
      name: mode,
      tried: [
        { what: `${count('passes')} runs of scenarios`, failure: null },
        ...(unsupported > 0
          ? [{ what: `[${unsupported} with reasons](mcp.md#conformance)`, failure: null, isMissing: true }]
          : []),
        ...ofMode
          .filter(({ state }) => state === 'fails')
          .map(({ scenario, reason }) => ({ what: scenario, failure: reason })),
      ],
    }
  })
}
