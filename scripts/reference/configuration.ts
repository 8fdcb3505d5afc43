import type { z } from 'zod'
import { variablesOf, type Variable } from './variables.ts'

const INTRODUCTION = `# Configuration

<!-- Generated from src/processes/config by \`npm run docs\`. Edit the schemas there, not this page. -->

Everything is set by environment variables. A value comes from the process environment first, then from \`.env\` in the
Hub's folder, then from the default below. All bad values are reported together at the start, and an unknown \`SVC_*\`
name is a warning that names the nearest known one. An empty value counts as not set.

Yes-or-no variables also take \`1\`/\`0\`, \`yes\`/\`no\` and \`on\`/\`off\`; items of a list are separated by commas or spaces.
🔒 marks a secret: its value never appears in a log or an error.
`

const RESERVED = `## Reserved

The names below are known and their values are checked, but nothing in this release reads them.
`

/**
 * Write `docs/configuration.md`.
 *
 * @param catalog Schemas of variables, by the part that reads them.
 * @param inUse   Names that some part really reads; the others are listed apart.
 */
export function configurationPage(
  catalog: Readonly<Record<string, z.ZodObject>>,
  inUse: ReadonlySet<string>,
): string {
  const parts = Object.entries(catalog).map(([part, schema]) => ({ part, variables: variablesOf(schema) }))
  const sections = parts
    .map(({ part, variables }) => ({ part, read: variables.filter(({ name }) => inUse.has(name)) }))
    .filter(({ read }) => read.length > 0)
    .map(({ part, read }) => `## ${part}\n\n${tableOf(read)}`)
  const reserved = parts.flatMap(({ variables }) => variables.filter(({ name }) => !inUse.has(name)))
  return [
    INTRODUCTION,
    ...sections,
    ...(reserved.length > 0 ? [RESERVED + '\n' + tableOf(reserved)] : []),
  ].join('\n')
}

const tableOf = (variables: readonly Variable[]): string => `| Variable | Values | Default | What it does |
|---|---|---|---|
${variables.map(rowOf).join('\n')}
`

const rowOf = ({ name, secret, values, fallback, description }: Variable): string =>
  `| \`${name}\`${secret ? ' 🔒' : ''} | ${values} | ${fallback ?? ''} | ${description.replaceAll('|', '\\|')} |`
