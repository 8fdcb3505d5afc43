import type { ConformanceMode } from '../../mcp/conformance-exceptions.ts'
import type { Verdict } from '../../mcp/conformance-verdict.ts'
import { inCell, type Row } from './page.ts'

const TABLE = /(<!-- the table of the conformance suite[^>]*-->\n)[^]*?(?=<!-- end of the table -->)/

const ORDER: readonly ConformanceMode[] = ['server', 'client', 'authorization']

const RESULTS: Readonly<Record<Verdict['state'], string>> = {
  passes: 'passes',
  partly: 'passes in part',
  unsupported: 'not supported',
  fails: 'fails',
}

export function pageWithVerdicts(page: string, verdicts: readonly Verdict[], version: string): string {
  const old = TABLE.exec(page)
  if (!old) throw new Error('The page has no place for the table of the conformance suite.')
  const rows = new Map(
    old[0]
      .split('\n')
      .filter((line) => /^\| (server|client|authorization) \|/.test(line))
      .map((line) => [line.split(' | ', 2).join(' | '), line]),
  )
  const scenarios = Map.groupBy(verdicts, ({ mode, scenario }) => `| ${mode} | \`${scenario}\``)
  for (const [start, ofScenario] of scenarios) rows.set(start, `${start} | ${cellsOf(ofScenario)} |`)
  const lines = ORDER.flatMap((mode) => [...rows.values()].filter((line) => line.startsWith(`| ${mode} |`)))
  const table = `\nVersion ${version} of the suite:\n\n| Mode | Scenario | Result | Reason |\n|---|---|---|---|\n${lines.join('\n')}\n\n`
  return page.replace(TABLE, (_, before: string) => before + table)
}

/** Result and reason of a scenario; with revisions if its results differ. */
function cellsOf(verdicts: readonly Verdict[]): string {
  const isMixed = new Set(verdicts.map(({ state }) => state)).size > 1
  const results = verdicts.map(({ state, revision }) =>
    isMixed && revision !== null ? `${RESULTS[state]} in ${revision}` : RESULTS[state],
  )
  // Reasons of exceptions are Markdown; reasons of failures come from the suite.
  const reasons = verdicts.flatMap(({ state, reason }) =>
    reason === '' ? [] : [state === 'fails' ? inCell(reason) : reason],
  )
  return `${[...new Set(results)].join(', ')} | ${[...new Set(reasons)].join('; ')}`
}

export function conformanceRows(
  verdicts: readonly Verdict[],
  facts: Pick<Row, 'table' | 'version' | 'date'>,
): Row[] {
  return ORDER.map((mode) => {
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
