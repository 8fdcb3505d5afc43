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
  /** Until when what is given lasts, by permission; what isn't named lasts. */
  ends?: Readonly<Record<string, string>>
}

export interface Operation {
  action: 'grant' | 'revoke'
  permission: string
  /** When it ends by itself. */
  expires_at?: string
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
  else people.set(holder.subject, { ...people.get(holder.subject), name: holder.name, before, after })
  return people.size === 0 ? EMPTY_DRAFT : { revision: draft.revision ?? revision, people }
}

/** Give one permission to several people, or take it from them. Who has it already, or never had it, is left as they are. */
export const setForAll = (
  draft: Draft,
  holders: readonly Holder[],
  { permission, held }: { permission: string; held: boolean },
  revision: number,
): Draft =>
  holders.reduce((before, holder) => {
    const now = before.people.get(holder.subject)?.after ?? holder.direct
    return now.includes(permission) === held ? before : toggle(before, holder, permission, revision)
  }, draft)

/** Give somebody what another has, until the same times. What they have beyond it stays. */
export function copyTo(
  draft: Draft,
  holder: Holder,
  wanted: ReadonlyMap<string, string | null>,
  revision: number,
): Draft {
  let next = draft
  for (const permission of wanted.keys())
    next = setForAll(next, [holder], { permission, held: true }, revision)
  const edit = next.people.get(holder.subject)
  if (!edit) return next
  const ends = { ...edit.ends }
  for (const [permission, end] of wanted)
    if (end !== null && !edit.before.includes(permission)) ends[permission] = end
  return { ...next, people: new Map(next.people).set(holder.subject, { ...edit, ends }) }
}

/** Let everything that is given end at a time, or last. */
export function endAllAt(draft: Draft, end: string | null): Draft {
  const people = new Map(
    [...draft.people].map(([subject, { ends: _, ...edit }]) => {
      const gets = edit.after.filter((one) => !edit.before.includes(one))
      return [
        subject,
        end === null ? edit : { ...edit, ends: Object.fromEntries(gets.map((one) => [one, end])) },
      ]
    }),
  )
  return { ...draft, people }
}

/** What has to be done to get from what somebody holds to what they shall hold. */
export const operationsOf = ({ before, after, ends }: Omit<Edit, 'name'>): Operation[] => [
  ...after
    .filter((one) => !before.includes(one))
    .map((permission) => {
      const end = ends?.[permission]
      return { action: 'grant', permission, ...(end !== undefined && { expires_at: end }) } as const
    }),
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
