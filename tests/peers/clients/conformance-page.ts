import type { ConformanceMode } from '../../mcp/conformance-exceptions.ts'
import type { Verdict } from '../../mcp/conformance-verdict.ts'
import { inCell, type UndatedRow } from './page.ts'

const LIST = /(<!-- the list of the conformance suite[^>]*-->\n)[^]*?(?=<!-- end of the list -->)/

const ORDER: readonly ConformanceMode[] = ['server', 'client', 'authorization']

const RESULTS: Readonly<Record<Verdict['state'], string>> = {
  passes: 'passes',
  partly: 'passes in part',
  unsupported: 'not supported',
  fails: 'fails',
}

/** Results of scenarios that did not run stay on the page. */
export function pageWithVerdicts(page: string, verdicts: readonly Verdict[], version: string): string {
  const old = LIST.exec(page)
  if (!old) throw new Error('The page has no place for the list of the conformance suite.')
  const results = new Map(old[0].split('\n').flatMap(resultsIn))
  const scenarios = Map.groupBy(verdicts, ({ mode, scenario }) => `${mode} \`${scenario}\``)
  for (const [name, ofScenario] of scenarios)
    results.set(name, `- **${ofScenario[0]!.mode}**, ${resultOf(ofScenario)}:`)
  const items = Map.groupBy(results.keys(), (name) => results.get(name)!)
  const lines = ORDER.flatMap((mode) =>
    [...items].filter(([start]) => start.startsWith(`- **${mode}**`)),
  ).map(([start, names]) => `${start} ${names.map((name) => name.split(' ')[1]).join(', ')}`)
  const list = `\nVersion ${version} of the suite:\n\n${lines.join('\n')}\n\n`
  return page.replace(LIST, (_, before: string) => before + list)
}

function resultsIn(line: string): [string, string][] {
  const [, start, mode, scenarios] =
    /^(- \*\*(server|client|authorization)\*\*,.*:) ((?:`[^`]+`(?:, |$))+)$/.exec(line) ?? []
  return scenarios ? scenarios.split(', ').map((scenario) => [`${mode} ${scenario}`, start!]) : []
}

function resultOf(verdicts: readonly Verdict[]): string {
  const isMixed = new Set(verdicts.map(({ state }) => state)).size > 1
  const results = verdicts.map(({ state, revision }) =>
    isMixed && revision !== null ? `${RESULTS[state]} in ${revision}` : RESULTS[state],
  )
  // Reasons for exceptions are Markdown. Reasons for failures come from the suite, so `inCell` removes Markdown's
  // characters.
  const reasons = verdicts.flatMap(({ state, reason }) =>
    reason === '' ? [] : [state === 'fails' ? inCell(reason) : reason],
  )
  const reason = [...new Set(reasons)].join('; ')
  return `${[...new Set(results)].join(', ')}${reason && ` (${reason})`}`
}

export function conformanceRows(
  verdicts: readonly Verdict[],
  facts: Pick<UndatedRow, 'table' | 'version'>,
): UndatedRow[] {
  return ORDER.map((mode) => {
    const ofMode = verdicts.filter((verdict) => verdict.mode === mode)
    const count = (...states: Verdict['state'][]) =>
      ofMode.filter(({ state }) => states.includes(state)).length
    const unsupported = count('unsupported', 'partly')
    return {
      ...facts,
      name: mode,
      tried: [
        { what: `${count('passes')} runs of scenarios passed`, failure: null },
        ...(unsupported > 0
          ? [
              {
                what: `[${unsupported} runs, with reasons](mcp.md#conformance)`,
                failure: null,
                isMissing: true,
              },
            ]
          : []),
        ...ofMode
          .filter(({ state }) => state === 'fails')
          .map(({ scenario, reason }) => ({ what: scenario, failure: reason })),
      ],
    }
  })
}
