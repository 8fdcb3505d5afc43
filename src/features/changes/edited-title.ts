import { cutText } from '#ground/base/cut-text.ts'
import type { CallOperation } from './call-facts.ts'

/**
 * The title of a call after a person edited its arguments. The tool, which writes titles, runs in another process, so
 * edited values replace the earlier values that the title repeats.
 */
export function editedTitle(
  { title, input }: Pick<CallOperation, 'title' | 'input'>,
  edited: object,
): string {
  const after = edited as Readonly<Record<string, unknown>>
  let text = title ?? ''
  for (const [name, before] of Object.entries((input ?? {}) as Record<string, unknown>))
    if (isPlain(before) && String(before) !== '' && isPlain(after[name]) && after[name] !== before)
      text = text.replaceAll(wordsOf(String(before)), () => String(after[name]).replaceAll(/\s+/g, ' '))
  return cutText(text.trim(), 200)
}

export const editedSummary = (tool: string, title: string): string =>
  title ? `${title} (edited arguments)` : `Run ${tool} with edited arguments`

const isPlain = (value: unknown): value is string | number =>
  typeof value === 'string' || typeof value === 'number'

/** Not inside a longer word or number. */
const wordsOf = (text: string) =>
  new RegExp(`(?<![\\p{L}\\p{N}])${text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&')}(?![\\p{L}\\p{N}])`, 'gu')
