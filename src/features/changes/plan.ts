import { canonicalJson } from '#core/audit/canonical-json.ts'
import { sha256 } from '#ground/base/ids.ts'
import type { ChangeDiff, ChangeOperation } from './schema.ts'

/** Everything that confirming applies, and the policy it was made for. */
export interface Plan {
  /** The Hub whose policy the plan is for. */
  hub: string
  kind: 'access' | 'account' | 'tool_call'
  operations: readonly ChangeOperation[]
  policyRevision: number
}

/**
 * What a person confirms: SHA-256 over the canonical JSON of the whole plan and the policy revision. Pure.
 */
export const planHash = ({ hub, kind, operations, policyRevision }: Plan): string =>
  sha256(canonicalJson({ hub, kind, operations: [...operations], policy_revision: policyRevision }))

type GrantChange = Extract<ChangeOperation, { subject: string }>

/** The changes of grants in a plan. */
export const grantChanges = (operations: readonly ChangeOperation[]): GrantChange[] =>
  operations.filter((operation): operation is GrantChange => 'permission' in operation)

/** The call a plan makes; null when it makes none. */
export const callOf = (operations: readonly ChangeOperation[]) =>
  operations.find((operation) => operation.action === 'call_tool') ?? null

/** The account a plan makes; null when it makes none. */
export const accountOf = (operations: readonly ChangeOperation[]) =>
  operations.find((operation) => operation.action === 'create_account') ?? null

/** What the subject holds directly before and after. Pure. */
export function diffOf(
  { subject, hub }: { subject: string; hub: string },
  held: readonly string[],
  operations: readonly ChangeOperation[],
): ChangeDiff {
  const after = new Set(held)
  for (const { action, permission } of grantChanges(operations))
    if (action === 'grant') after.add(permission)
    else after.delete(permission)
  return { subject, hub, before: held.toSorted(), after: [...after].toSorted() }
}

/** The plan in a sentence. */
export function summaryOf({ hub, operations }: Pick<Plan, 'hub' | 'operations'>): string {
  const account = accountOf(operations)
  const changes = grantChanges(operations)
  const where = hub === '*' ? 'the organization' : hub
  const named = (action: 'grant' | 'revoke') =>
    changes
      .filter((change) => change.action === action)
      .map(({ permission }) => permission)
      .join(', ')
  const parts = [
    account && `create an account for ${account.name} (${account.email})`,
    named('grant') && `give ${changes[0]?.subject} ${named('grant')} on ${where}`,
    named('revoke') && `take ${named('revoke')} on ${where} from ${changes[0]?.subject}`,
  ].filter(Boolean)
  const sentence = parts.join(', then ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}
