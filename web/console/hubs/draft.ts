export interface AccessDraft {
  /** Null without edits. Edits are based on this revision of the policy. */
  revision: number | null
  people: ReadonlyMap<string, Edit>
  /** Null: permanent. */
  end: string | null
}

/** Expiry by permission; null: permanent. */
export type Ends = Readonly<Record<string, string | null>>

export interface Edit {
  name: string
  before: readonly string[]
  after: readonly string[]
  /** Contains only new and changed expiries. */
  ends?: Ends
}

export interface DraftOperation {
  action: 'grant' | 'revoke'
  permission: string
  /** Expiry, ISO 8601. */
  expires_at?: string
}

export interface PermissionHolder {
  subject: string
  name: string
  direct: readonly string[]
  /** Expiry by permission. A permission without an entry is permanent. */
  ends?: Ends
}

export const EMPTY_DRAFT: AccessDraft = { revision: null, people: new Map(), end: null }

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

/** Setting the present expiry removes the edit. */
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

/** Subjects that already have the state `held` stay unchanged. */
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

/** Other permissions of `holder` stay. */
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

export const endsOf = (edit: Omit<Edit, 'name'>, end: string | null = null): Ends => ({
  ...Object.fromEntries(findGranters(edit).map((permission) => [permission, end])),
  ...Object.fromEntries(
    Object.entries(edit.ends ?? {}).filter(([permission]) => edit.after.includes(permission)),
  ),
})

export const operationsOf = (edit: Omit<Edit, 'name'>, end: string | null = null): DraftOperation[] => [
  ...Object.entries(endsOf(edit, end)).map(
    ([permission, at]) => ({ action: 'grant', permission, ...(at !== null && { expires_at: at }) }) as const,
  ),
  ...edit.before
    .filter((one) => !edit.after.includes(one))
    .map((permission) => ({ action: 'revoke', permission }) as const),
]

export const grantsPermission = ({ people }: AccessDraft): boolean =>
  [...people.values()].some((edit) => findGranters(edit).length > 0)

export const countChanges = (draft: AccessDraft): number =>
  [...draft.people.values()].reduce((sum, edit) => sum + operationsOf(edit).length, 0)

export function applyDraft(draft: AccessDraft, subject: string, revision: number): AccessDraft {
  const people = new Map(draft.people)
  people.delete(subject)
  return people.size === 0 ? EMPTY_DRAFT : { ...draft, revision, people }
}

/** @param held Present direct permissions by subject; missing subjects have none. */
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
