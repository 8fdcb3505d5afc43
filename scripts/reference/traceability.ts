/** A rule that a test must cover. */
export interface Rule {
  /** Such as `edge.dot-segments`. */
  id: string
  sentence: string
}

/** One test's title, by what it names. */
export interface TestTitle {
  /** Path from the root. */
  file: string
  ids: readonly string[]
}

const INTRODUCTION = `# Traceability

<!-- Generated from tests/*/rules.yaml and the titles of the tests by \`npm run docs\`. -->

What the service promises, and the tests that hold it to its word. A rule without a test, or a test that names a rule
nobody wrote, fails the build.
`

/** Write `docs/traceability.md`. */
export function traceabilityPage(
  rulesBySurface: ReadonlyMap<string, readonly Rule[]>,
  tests: readonly TestTitle[],
): string {
  const sections = [...rulesBySurface].map(([surface, rules]) => sectionOf(surface, rules, tests))
  return [INTRODUCTION, ...sections].join('\n')
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
  return [...new Set(files)].map((file) => `[${file.replace(/^(tests|src)\//, '')}](../${file})`).join(', ')
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

/** Name rules that no test covers, ids that no rule has, and rules that are written twice. */
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
