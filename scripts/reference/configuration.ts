import type { z } from 'zod'
import { variablesOf, type Variable } from './variables.ts'

const INTRODUCTION = `# Configuration

<!-- Generated from src/processes/config by \`npm run docs\`. Edit the schemas there, not this page. -->

A value comes from the process environment first, then from \`.env\` in the Hub's folder, then from the default below. An empty value counts as not
set. All bad values are reported together at the start; an unknown \`SVC_*\` name, or a setting that has no effect without another one, is a warning.

Yes-or-no variables also take \`1\`/\`0\`, \`yes\`/\`no\` and \`on\`/\`off\`; items of a list are separated by commas or spaces.
🔒 marks a secret: its value never appears in a log or an error.
`

const UNREAD = `## Reserved

Known names whose values are checked, but that nothing in this release reads; setting one is a warning.
`

/**
 * Write `docs/configuration.md`.
 *
 * @param catalog  Schemas of variables, by the part that reads them.
 * @param reserved Names that nothing reads yet; they are listed apart.
 */
export function configurationPage(
  catalog: Readonly<Record<string, z.ZodObject>>,
  reserved: ReadonlySet<string>,
): string {
  const parts = Object.entries(catalog).map(([part, schema]) => ({ part, variables: variablesOf(schema) }))
  const sections = parts
    .map(({ part, variables }) => ({ part, read: variables.filter(({ name }) => !reserved.has(name)) }))
    .filter(({ read }) => read.length > 0)
    .map(({ part, read }) => `## ${part}\n\n${tableOf(read)}`)
  const unread = parts.flatMap(({ variables }) => variables.filter(({ name }) => reserved.has(name)))
  return [INTRODUCTION, ...sections, ...(unread.length > 0 ? [UNREAD + '\n' + namesOf(unread)] : [])].join(
    '\n',
  )
}

const tableOf = (variables: readonly Variable[]): string => `| Variable | Values | Default | What it does |
|---|---|---|---|
${variables.map(rowOf).join('\n')}
`

const namesOf = (variables: readonly Variable[]): string =>
  `${variables.map(({ name }) => `\`${name}\``).join(', ')}\n`

const rowOf = ({ name, secret, values, fallback, description }: Variable): string =>
  `| \`${name}\`${secret ? ' 🔒' : ''} | ${values} | ${fallback ?? ''} | ${description.replaceAll('|', '\\|')} |`
