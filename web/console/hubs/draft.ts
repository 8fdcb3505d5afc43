/** Edits of one Hub's access that were not applied yet. */
export interface Draft {
  /** Revision of the policy that the edits were made on; null while there are none. */
  revision: number | null
  /** By subject: what they hold directly, and what they shall hold. */
  people: ReadonlyMap<string, Edit>
}

export interface Edit {
  name: string
  before: readonly string[]
  after: readonly string[]
}

export interface Operation {
  action: 'grant' | 'revoke'
  permission: string
}

export interface Holder {
  subject: string
  name: string
  direct: readonly string[]
}

export const EMPTY_DRAFT: Draft = { revision: null, people: new Map() }

/** Turn one permission of one person on or off. Turned back, nothing is left of the edit. */
export function toggle(draft: Draft, holder: Holder, permission: string, revision: number): Draft {
  const before = draft.people.get(holder.subject)?.before ?? holder.direct
  const held = draft.people.get(holder.subject)?.after ?? holder.direct
  const after = held.includes(permission)
    ? held.filter((one) => one !== permission)
    : [...held, permission].toSorted()
  const people = new Map(draft.people)
  if (isSame(before, after)) people.delete(holder.subject)
  else people.set(holder.subject, { name: holder.name, before, after })
  return people.size === 0 ? EMPTY_DRAFT : { revision: draft.revision ?? revision, people }
}

/** What has to be done to get from what somebody holds to what they shall hold. */
export const operationsOf = ({ before, after }: Pick<Edit, 'before' | 'after'>): Operation[] => [
  ...after
    .filter((one) => !before.includes(one))
    .map((permission) => ({ action: 'grant', permission }) as const),
  ...before
    .filter((one) => !after.includes(one))
    .map((permission) => ({ action: 'revoke', permission }) as const),
]

export const countChanges = (draft: Draft): number =>
  [...draft.people.values()].reduce((sum, edit) => sum + operationsOf(edit).length, 0)

/** Leave out somebody whose edit was applied, which brought the policy to a revision. */
export function applied(draft: Draft, subject: string, revision: number): Draft {
  const people = new Map(draft.people)
  people.delete(subject)
  return people.size === 0 ? EMPTY_DRAFT : { revision, people }
}

/**
 * Put the edits on what others made of the access meanwhile: what was given here stays given, what was taken stays
 * taken, and all else is theirs. Edits that they made too are gone.
 *
 * @param held What each edited person holds directly now; nobody named there holds anything.
 */
export function rebase(draft: Draft, revision: number, held: ReadonlyMap<string, readonly string[]>): Draft {
  const people = new Map<string, Edit>()
  for (const [subject, edit] of draft.people) {
    const before = (held.get(subject) ?? []).toSorted()
    const after = merge(before, operationsOf(edit))
    if (!isSame(before, after)) people.set(subject, { ...edit, before, after })
  }
  return people.size === 0 ? EMPTY_DRAFT : { revision, people }
}

function merge(held: readonly string[], operations: readonly Operation[]): string[] {
  const all = new Set(held)
  for (const { action, permission } of operations)
    if (action === 'grant') all.add(permission)
    else all.delete(permission)
  return [...all].toSorted()
}

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((item) => other.includes(item))
