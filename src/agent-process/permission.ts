import type { PermissionOption, RequestPermissionResponse, ToolKind } from '@agentclientprotocol/sdk'
import type { Tool } from '#core/agent/tools/tool.ts'
import { restrictedAbility } from './abilities.ts'
import { PERMISSION_KINDS, type PermissionKind } from './settings/permission-kinds.ts'

/** A request of an agent, as far as the decision depends on it. */
export interface PermissionRequest {
  kind: ToolKind | null | undefined
  /** A named path is outside of the file tools' folders, or no path is named where one is required. */
  leavesFiles: boolean
}

/** `allowed`: by the operator's setting. Otherwise the restricted ability a person needs. */
export type PermissionRule = { allowed: true } | { allowed: false; needs: Tool }

/** Rule for a request: the kinds the operator allows, else the person's permissions. Pure. */
export function permissionRule(
  { kind, leavesFiles }: PermissionRequest,
  allow: readonly PermissionKind[],
): PermissionRule {
  const known = PERMISSION_KINDS.find((one) => one === kind) ?? 'other'
  if (allow.includes(known) && !leavesFiles) return { allowed: true }
  return { allowed: false, needs: restrictedAbility(known, leavesFiles) }
}

/**
 * The option that allows or denies. An allowance is for one call, so that the next request is decided again;
 * only permanently allowed kinds may be allowed for good.
 */
export function chosenOption(
  options: readonly PermissionOption[],
  answer: { isAllowed: boolean; isForGood: boolean },
): RequestPermissionResponse {
  const kinds = answer.isAllowed
    ? ['allow_once', ...(answer.isForGood ? ['allow_always'] : [])]
    : ['reject_once', 'reject_always']
  const option = kinds
    .map((kind) => options.find((one) => one.kind === kind))
    .find((found) => found !== undefined)
  return option
    ? { outcome: { outcome: 'selected', optionId: option.optionId } }
    : { outcome: { outcome: 'cancelled' } }
}
