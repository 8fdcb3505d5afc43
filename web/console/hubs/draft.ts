/** Edits of one Hub's access that were not applied yet. */
export interface Draft {
  /** Revision of the policy that the edits were made on; null while there are none. */
  revision: number | null
  /** By subject: what they hold directly, and what they shall hold. */
  people: ReadonlyMap<string, Edit>
  /** Until when everything lasts that is given and has no end of its own; null: for good. */
  end: string | null
}

/** When something ends, by permission; null: never. */
export type Ends = Readonly<Record<string, string | null>>

export interface Edit {
  name: string
  before: readonly string[]
  after: readonly string[]
  /** Ends of their own: of what is given, and of what is held and shall end at another time. */
  ends?: Ends
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
  /** When what they hold ends; what isn't named lasts. */
  ends?: Ends
}

export const EMPTY_DRAFT: Draft = { revision: null, people: new Map(), end: null }

/** Turn one permission of one person on or off. Turned back, nothing is left of the edit. */
export function toggle(draft: Draft, holder: Holder, permission: string, revision: number): Draft {
  const edit = editOf(draft, holder)
  const after = edit.after.includes(permission)
    ? edit.after.filter((one) => one !== permission)
    : [...edit.after, permission].toSorted()
  return withEdit(draft, holder.subject, { ...edit, after, ends: without(edit.ends, permission) }, revision)
}

/** Let something that somebody holds, or is given, end at another time or never. The time that it has is no edit. */
export function endAt(
  draft: Draft,
  holder: Holder,
  { permission, end }: { permission: string; end: string | null },
  revision: number,
): Draft {
  const edit = editOf(draft, holder)
  const isAsBefore = edit.before.includes(permission) && isSameTime(holder.ends?.[permission] ?? null, end)
  const ends = without(edit.ends, permission)
  return withEdit(
    draft,
    holder.subject,
    { ...edit, ends: isAsBefore ? ends : { ...ends, [permission]: end } },
    revision,
  )
}

const editOf = ({ people }: Draft, { subject, name, direct }: Holder): Edit =>
  people.get(subject) ?? { name, before: direct, after: direct }

function withEdit(draft: Draft, subject: string, edit: Edit, revision: number): Draft {
  const people = new Map(draft.people)
  if (operationsOf(edit).length === 0) people.delete(subject)
  else people.set(subject, edit)
  return people.size === 0 ? EMPTY_DRAFT : { ...draft, revision: draft.revision ?? revision, people }
}

const without = (ends: Ends = {}, permission: string): Ends => {
  const { [permission]: _, ...left } = ends
  return left
}

const isSameTime = (one: string | null, other: string | null): boolean =>
  one === null || other === null ? one === other : Date.parse(one) === Date.parse(other)

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
export const copyTo = (
  draft: Draft,
  holder: Holder,
  wanted: ReadonlyMap<string, string | null>,
  revision: number,
): Draft =>
  [...wanted].reduce((before, [permission, end]) => {
    const given = setForAll(before, [holder], { permission, held: true }, revision)
    return given === before ? before : endAt(given, holder, { permission, end }, revision)
  }, draft)

/** Let everything that is given end at a time, or last. What is held keeps the end it has, or is to have. */
export function endAllAt(draft: Draft, end: string | null): Draft {
  const people = new Map(
    [...draft.people].map(([subject, edit]) => {
      const gets = givenBy(edit)
      const own = Object.entries(edit.ends ?? {}).filter(([permission]) => !gets.includes(permission))
      return [subject, { ...edit, ends: Object.fromEntries(own) }]
    }),
  )
  return { ...draft, people, end }
}

const givenBy = ({ before, after }: Pick<Edit, 'before' | 'after'>): string[] =>
  after.filter((one) => !before.includes(one))

/** When what an edit gives ends, and what it lets end at another time. */
export const endsOf = (edit: Omit<Edit, 'name'>, end: string | null = null): Ends => ({
  ...Object.fromEntries(givenBy(edit).map((permission) => [permission, end])),
  ...Object.fromEntries(
    Object.entries(edit.ends ?? {}).filter(([permission]) => edit.after.includes(permission)),
  ),
})

/**
 * What has to be done to get from what somebody holds to what they shall hold.
 *
 * @param end Of all that is given and has none of its own.
 */
export const operationsOf = (edit: Omit<Edit, 'name'>, end: string | null = null): Operation[] => [
  ...Object.entries(endsOf(edit, end)).map(
    ([permission, at]) => ({ action: 'grant', permission, ...(at !== null && { expires_at: at }) }) as const,
  ),
  ...edit.before
    .filter((one) => !edit.after.includes(one))
    .map((permission) => ({ action: 'revoke', permission }) as const),
]

/** Whether anything is given that wasn't held. */
export const gives = ({ people }: Draft): boolean =>
  [...people.values()].some((edit) => givenBy(edit).length > 0)

export const countChanges = (draft: Draft): number =>
  [...draft.people.values()].reduce((sum, edit) => sum + operationsOf(edit).length, 0)

/** Leave out somebody whose edit was applied, which brought the policy to a revision. */
export function applied(draft: Draft, subject: string, revision: number): Draft {
  const people = new Map(draft.people)
  people.delete(subject)
  return people.size === 0 ? EMPTY_DRAFT : { ...draft, revision, people }
}

/**
 * Put the edits on what others made of the access meanwhile: what was given here stays given, what was taken stays
 * taken, and all else is theirs. Edits that they made too are gone, and ends of what nobody has any more.
 *
 * @param held What each edited person holds directly now; nobody named there holds anything.
 */
export function rebase(draft: Draft, revision: number, held: ReadonlyMap<string, readonly string[]>): Draft {
  const people = new Map<string, Edit>()
  for (const [subject, edit] of draft.people) {
    const before = (held.get(subject) ?? []).toSorted()
    const lost = new Set(edit.before.filter((one) => !edit.after.includes(one)))
    const after = [...new Set([...before, ...givenBy(edit)])].filter((one) => !lost.has(one)).toSorted()
    const merged = { ...edit, before, after }
    if (operationsOf(merged).length > 0) people.set(subject, merged)
  }
  return people.size === 0 ? EMPTY_DRAFT : { ...draft, revision, people }
}
