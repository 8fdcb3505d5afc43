import { REASONING_EFFORTS, type ReasoningEffort } from '../model.ts'
import { valueAt, type BodyChange, type Path } from './body.ts'
import type { RequestRefusal } from './error-text.ts'

const PATHS: readonly Path[] = [['reasoning_effort'], ['reasoning', 'effort'], ['output_config', 'effort']]

/** Prefers the nearest lower effort to a higher effort. Null if no other effort is left. */
export function findRefusedEffort(
  { text }: RequestRefusal,
  body: object,
  made: readonly BodyChange[],
): BodyChange | null {
  const path = PATHS.find((known) => isEffort(valueAt(body, known)))
  if (!path) return null
  const from = valueAt(body, path) as ReasoningEffort
  const named = REASONING_EFFORTS.filter((effort) => isWordOf(text, effort))
  const listed = named.filter((effort) => effort !== from)
  if (!named.includes(from) && listed.length < 2) return null
  const refused = new Set(made.flatMap((change) => (change.kind === 'replace' ? [change.from] : [])))
  const isLeft = (effort: ReasoningEffort) =>
    effort !== from && !refused.has(effort) && (listed.length === 0 || listed.includes(effort))
  const at = REASONING_EFFORTS.indexOf(from)
  // Never chooses `none`, because the client requested reasoning.
  const below = REASONING_EFFORTS.slice(1, Math.max(at, 1)).toReversed()
  const to = [...below, ...REASONING_EFFORTS.slice(at + 1)].find(isLeft)
  return to === undefined ? null : { kind: 'replace', name: 'reasoning_effort', path, from, to }
}

const isEffort = (value: unknown): value is ReasoningEffort =>
  (REASONING_EFFORTS as readonly unknown[]).includes(value)

const isWordOf = (text: string, effort: string): boolean =>
  new RegExp(
    `["'‘“\`]${effort}["'’”\`]|[:=\\[,(] ?${effort}(?=[\\s,.;\\])]|$)|\\b(?:or|and) ${effort}(?=[\\s,.;\\])]|$)`,
    'i',
  ).test(text)
