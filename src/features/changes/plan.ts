import { canonicalJson } from '#core/audit/canonical-json.ts'
import type { EpochMs } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import type { PolicyOperation } from '#core/access/change.ts'
import type { ChangeDiff, ChangeOperation } from './schema.ts'

export interface RequestPlan {
  hub: string
  kind: 'access' | 'account' | 'tool_call' | 'question'
  /** The person in whose name the plan is applied. */
  proposer: string
  operations: readonly ChangeOperation[]
}

/** Grants of a subject on a Hub: permissions with their expiry in epoch milliseconds. */
export interface HeldGrants {
  subject: string
  hub: string
  grants: Readonly<Record<string, EpochMs | null>>
}

/**
 * SHA-256 of the canonical JSON of the plan and the grants that it changes. A confirmation must contain this hash. The
 * hash is recomputed with the present grants, so it differs as soon as one of these grants changed.
 */
export const planHash = (
  { hub, kind, proposer, operations }: RequestPlan,
  held: readonly HeldGrants[],
): string =>
  sha256(
    canonicalJson({
      hub,
      kind,
      proposer,
      operations: [...operations],
      held: held.map(({ grants, ...of }) => ({ ...of, grants: { ...grants } })),
    }),
  )

type GrantChange = Extract<ChangeOperation, { subject: string }>

export const grantChanges = (operations: readonly ChangeOperation[]): GrantChange[] =>
  operations.filter((operation): operation is GrantChange => 'permission' in operation)

export const accessOperation = ({ expires_at, ...change }: GrantChange): PolicyOperation => ({
  ...change,
  ...(expires_at !== undefined && { expiresAt: Date.parse(expires_at) }),
})

export const callOf = (operations: readonly ChangeOperation[]) =>
  operations.find((operation) => operation.action === 'call_tool') ?? null

export const questionOf = (operations: readonly ChangeOperation[]) =>
  operations.find((operation) => operation.action === 'ask_person') ?? null

export const plannedAccount = (operations: readonly ChangeOperation[]) =>
  operations.find((operation) => operation.action === 'create_account') ?? null

export function diffOf(
  { subject, hub }: { subject: string; hub: string },
  held: readonly string[],
  operations: readonly ChangeOperation[],
): ChangeDiff {
  const after = new Set(held)
  const ends: Record<string, string> = {}
  for (const { action, permission, expires_at } of grantChanges(operations)) {
    if (action === 'grant') after.add(permission)
    else after.delete(permission)
    if (expires_at !== undefined) ends[permission] = expires_at
  }
  const diff = { subject, hub, before: held.toSorted(), after: [...after].toSorted() }
  return Object.keys(ends).length === 0 ? diff : { ...diff, ends }
}

export interface PlanNames {
  hub: string
  permission(name: string): string
}

export function summaryOf({ operations }: Pick<RequestPlan, 'operations'>, words: PlanNames): string {
  const account = plannedAccount(operations)
  const changes = grantChanges(operations)
  const named = (action: 'grant' | 'revoke') =>
    changes
      .filter((change) => change.action === action)
      .map(({ permission, expires_at }) => {
        const name = `“${words.permission(permission)}”`
        return expires_at === undefined ? name : `${name} until ${minuteOf(expires_at)}`
      })
      .join(', ')
  const parts = [
    account && `create an account for ${account.name} (${account.email})`,
    named('grant') && `give ${changes[0]?.subject} ${named('grant')} on ${words.hub}`,
    named('revoke') && `take ${named('revoke')} on ${words.hub} from ${changes[0]?.subject}`,
  ].filter(Boolean)
  const sentence = parts.join(', then ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

const minuteOf = (time: string): string =>
  `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
