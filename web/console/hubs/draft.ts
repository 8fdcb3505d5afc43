/** Edits of one Hub's access that were not applied yet. */
export interface AccessDraft {
  /** Revision of the policy that the edits were made on; null while there are none. */
  revision: number | null
  /** By subject: their direct permissions now and after the edit. */
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

export interface DraftOperation {
  action: 'grant' | 'revoke'
  permission: string
  /** When it ends by itself. */
  expires_at?: string
}

export interface PermissionHolder {
  subject: string
  name: string
  direct: readonly string[]
  /** Expiry of permissions; missing ones are unlimited. */
  ends?: Ends
}

export const EMPTY_DRAFT: AccessDraft = { revision: null, people: new Map(), end: null }

/** Turn one permission of one person on or off. Turned back, nothing is left of the edit. */
export function toggle(
  draft: AccessDraft,
  holder: PermissionHolder,
  permission: string,
  revision: number,
): AccessDraft {
  const edit = editOf(draft, holder)
  const after = edit.after.includes(permission)
    ? edit.after.filter((one) => one !== permission)
    : [...edit.after, permission].toSorted()
  return withEdit(draft, holder.subject, { ...edit, after, ends: without(edit.ends, permission) }, revision)
}

/** Sets the expiry of a present or new permission, or removes it. The present expiry is no edit. */
export function endAt(
  draft: AccessDraft,
  holder: PermissionHolder,
  { permission, end }: { permission: string; end: string | null },
  revision: number,
): AccessDraft {
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

const editOf = ({ people }: AccessDraft, { subject, name, direct }: PermissionHolder): Edit =>
  people.get(subject) ?? { name, before: direct, after: direct }

function withEdit(draft: AccessDraft, subject: string, edit: Edit, revision: number): AccessDraft {
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

/**
 * Gives one permission to several people, or takes it from them. Subjects that already have it, or never had
 * it, are unchanged.
 */
export const setForAll = (
  draft: AccessDraft,
  holders: readonly PermissionHolder[],
  { permission, held }: { permission: string; held: boolean },
  revision: number,
): AccessDraft =>
  holders.reduce((before, holder) => {
    const now = before.people.get(holder.subject)?.after ?? holder.direct
    return now.includes(permission) === held ? before : toggle(before, holder, permission, revision)
  }, draft)

/** Copies a person's access to another, including expiries. Existing extra permissions are kept. */
export const copyTo = (
  draft: AccessDraft,
  holder: PermissionHolder,
  wanted: ReadonlyMap<string, string | null>,
  revision: number,
): AccessDraft =>
  [...wanted].reduce((before, [permission, end]) => {
    const given = setForAll(before, [holder], { permission, held: true }, revision)
    return given === before ? before : endAt(given, holder, { permission, end }, revision)
  }, draft)

/**
 * Sets the expiry of all new permissions, or removes it. Present permissions keep their own or edited expiry.
 */
export function endAllAt(draft: AccessDraft, end: string | null): AccessDraft {
  const people = new Map(
    [...draft.people].map(([subject, edit]) => {
      const gets = findGranters(edit)
      const own = Object.entries(edit.ends ?? {}).filter(([permission]) => !gets.includes(permission))
      return [subject, { ...edit, ends: Object.fromEntries(own) }]
    }),
  )
  return { ...draft, people, end }
}

const findGranters = ({ before, after }: Pick<Edit, 'before' | 'after'>): string[] =>
  after.filter((one) => !before.includes(one))

/** When what an edit gives ends, and what it lets end at another time. */
export const endsOf = (edit: Omit<Edit, 'name'>, end: string | null = null): Ends => ({
  ...Object.fromEntries(findGranters(edit).map((permission) => [permission, end])),
  ...Object.fromEntries(
    Object.entries(edit.ends ?? {}).filter(([permission]) => edit.after.includes(permission)),
  ),
})

/**
 * Operations from a subject's present permissions to the edited ones.
 *
 * @param end Expiry of all new permissions without their own.
 */
export const operationsOf = (edit: Omit<Edit, 'name'>, end: string | null = null): DraftOperation[] => [
  ...Object.entries(endsOf(edit, end)).map(
    ([permission, at]) => ({ action: 'grant', permission, ...(at !== null && { expires_at: at }) }) as const,
  ),
  ...edit.before
    .filter((one) => !edit.after.includes(one))
    .map((permission) => ({ action: 'revoke', permission }) as const),
]

/** Whether an edit grants a permission that the subject did not have. */
export const grantsPermission = ({ people }: AccessDraft): boolean =>
  [...people.values()].some((edit) => findGranters(edit).length > 0)

export const countChanges = (draft: AccessDraft): number =>
  [...draft.people.values()].reduce((sum, edit) => sum + operationsOf(edit).length, 0)

/** Removes an applied edit, which brought the policy to a revision. */
export function applyDraft(draft: AccessDraft, subject: string, revision: number): AccessDraft {
  const people = new Map(draft.people)
  people.delete(subject)
  return people.size === 0 ? EMPTY_DRAFT : { ...draft, revision, people }
}

/**
 * Merges the edits with others' concurrent changes: permissions given here stay given, permissions taken here
 * stay taken, and all else is theirs. Edits that they made too are dropped, and expiries of permissions that
 * no longer exist.
 *
 * @param held Direct permissions of each edited subject now; missing subjects have none.
 */
export function rebase(
  draft: AccessDraft,
  revision: number,
  held: ReadonlyMap<string, readonly string[]>,
): AccessDraft {
  const people = new Map<string, Edit>()
  for (const [subject, edit] of draft.people) {
    const before = (held.get(subject) ?? []).toSorted()
    const lost = new Set(edit.before.filter((one) => !edit.after.includes(one)))
    const after = [...new Set([...before, ...findGranters(edit)])].filter((one) => !lost.has(one)).toSorted()
    const merged = { ...edit, before, after }
    if (operationsOf(merged).length > 0) people.set(subject, merged)
  }
  return people.size === 0 ? EMPTY_DRAFT : { ...draft, revision, people }
}
