export interface Rule {
  /** Such as `edge.dot-segments`. */
  id: string
  sentence: string
}

export interface TestTitle {
  file: string
  ids: readonly string[]
}

const INTRODUCTION = `# Traceability

What the service promises, and the tests that check each promise. \`npm run docs\` fails for a rule without a test and for
a test that names an unknown rule.
`

export function traceabilityPage(
  rulesBySurface: ReadonlyMap<string, readonly Rule[]>,
  tests: readonly TestTitle[],
): string {
  const sections = [...rulesBySurface].map(([surface, rules]) => sectionOf(surface, rules, tests))
  return [INTRODUCTION, ...sections].join('\n')
}

export function traceabilitySummary(
  rulesBySurface: ReadonlyMap<string, readonly Rule[]>,
  tests: readonly TestTitle[],
): string {
  const rules = [...rulesBySurface.values()].flat()
  const covered = new Set(tests.flatMap((test) => test.ids))
  const proven = rules.filter((rule) => covered.has(rule.id))
  return `traceability: ${proven.length} of ${rules.length} rules have a test`
}

const sectionOf = (
  surface: string,
  rules: readonly Rule[],
  tests: readonly TestTitle[],
): string => `## ${surface}

| Rule | Id | Tests |
|---|---|---|
${rules.map((rule) => `| ${cell(rule.sentence)} | \`${rule.id}\` | ${filesCell(rule, tests)} |`).join('\n')}
`

const filesCell = ({ id }: Rule, tests: readonly TestTitle[]): string => {
  const files = tests.filter((test) => test.ids.includes(id)).map((test) => test.file)
  return [...new Set(files)].map((file) => `[${file.replace(/^(tests|src)\//, '')}](${file})`).join(', ')
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

export function traceabilityProblems(
  rulesBySurface: ReadonlyMap<string, readonly Rule[]>,
  tests: readonly TestTitle[],
): string[] {
  const ids = [...rulesBySurface.values()].flat().map((rule) => rule.id)
  const known = new Set(ids)
  const covered = new Set(tests.flatMap((test) => test.ids))
  return [
    ...ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `${id}: written twice`),
    ...[...known].filter((id) => !covered.has(id)).map((id) => `${id}: no test names this rule`),
    ...new Set(
      tests.flatMap(({ file, ids: named }) =>
        named.filter((id) => !known.has(id)).map((id) => `${file}: names the unknown rule ${id}`),
      ),
    ),
  ]
}
