import { bodyChangeKey, type BodyChange } from './body.ts'
import type { LearnedRefusals } from './learned.ts'
import { findRefusedParameters } from './parameters.ts'
import type { RequestRefusal } from './error-text.ts'

export interface TriedChanges {
  once: BodyChange[]
  /** Later requests include these changes only after the server accepted a request with them. */
  unproven: BodyChange[]
}

export const changesOf = (
  learned: Pick<LearnedRefusals, 'changes'>,
  { once, unproven }: TriedChanges,
): BodyChange[] => [...learned.changes(), ...once, ...unproven]

export function learnParameters(
  refusal: RequestRefusal,
  sent: object,
  {
    learned,
    tried,
    chosen,
  }: { learned: LearnedRefusals; tried: TriedChanges; chosen?: readonly string[] | undefined },
): { what: string } | { setting: string } | null {
  const made = changesOf(learned, tried)
  const found = findRefusedParameters(refusal, sent, made, chosen)
  if (!found || 'setting' in found) return found
  const known = new Set(made.map(bodyChangeKey))
  const fresh = found.changes.filter((change) => !known.has(bodyChangeKey(change)))
  if (fresh.length === 0) return null
  if (found.keep === 'always') learned.addChanges(fresh)
  else (found.keep === 'never' ? tried.once : tried.unproven).push(...fresh)
  return { what: fresh.map(described).join(', ') }
}

const described = (change: BodyChange): string =>
  change.kind === 'rename'
    ? `${change.path.join('.')} as ${change.to}`
    : change.kind === 'replace'
      ? `${change.path.join('.')} ${change.from} as ${change.to}`
      : change.kind === 'role'
        ? `role ${change.from} as ${change.to}`
        : change.kind === 'set'
          ? `${change.path.join('.')} as ${change.value}`
          : change.path.join('.')
