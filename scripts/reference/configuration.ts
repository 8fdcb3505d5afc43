import type { z } from 'zod'
import { variablesOf, type Variable } from './variables.ts'

const INTRODUCTION = `# Configuration

<!-- Generated from src/processes/config by \`npm run docs\`. Edit the schemas there, not this page. -->

This page lists every variable, with its type and default in parentheses. The process environment takes precedence over \`.env\` in the Hub's folder. An empty value
counts as not set. At its start, the Hub reports all invalid values together, and warns about unknown \`SVC_*\` names.

A value is a text unless its type is named. A flag is \`true\`/\`false\`, \`1\`/\`0\`, \`yes\`/\`no\` or \`on\`/\`off\`; its default is \`false\` unless another default is named. Commas or
spaces separate the items of a list. 🔒 marks a secret: its value never appears in a log or an error.
`

const UNREAD = `## Reserved

The following variables have no effect in this release. The Hub logs a warning if a variable is set.
`

/** @param reserved Variables that no code reads yet */
export function configurationPage(
  catalog: Readonly<Record<string, z.ZodObject>>,
  reserved: ReadonlySet<string>,
): string {
  const parts = Object.entries(catalog).map(([part, schema]) => ({ part, variables: variablesOf(schema) }))
  const sections = parts
    .map(({ part, variables }) => ({ part, read: variables.filter(({ name }) => !reserved.has(name)) }))
    .filter(({ read }) => read.length > 0)
    .map(({ part, read }) => `## ${part}\n\n${listOf(read)}`)
  const unread = parts.flatMap(({ variables }) => variables.filter(({ name }) => reserved.has(name)))
  return [INTRODUCTION, ...sections, ...(unread.length > 0 ? [UNREAD + '\n' + namesOf(unread)] : [])].join(
    '\n',
  )
}

const listOf = (variables: readonly Variable[]): string => `${variables.map(itemOf).join('\n')}\n`

const namesOf = (variables: readonly Variable[]): string =>
  `${variables.map(({ name }) => `\`${name}\``).join(', ')}\n`

const itemOf = ({ name, secret, values, fallback, description }: Variable): string => {
  const type = values === 'text' ? [] : [values]
  const usual =
    fallback === null || (values === 'flag' && fallback === '`false`') ? [] : [`default ${fallback}`]
  const notes = [...type, ...usual].join(', ')
  return `- \`${name}\`${secret ? ' 🔒' : ''}${notes && ` (${notes})`}: ${description}`
}
