import type { PermissionOption, RequestPermissionResponse, ToolKind } from '@agentclientprotocol/sdk'
import type { Tool } from '#core/agent/tools/tool.ts'
import { restrictedAbility } from './abilities.ts'
import { PERMISSION_KINDS, type PermissionKind } from './settings/permission-kinds.ts'

export interface PermissionRequest {
  kind: ToolKind | null | undefined
  leavesFiles: boolean
}

export type PermissionRule = { allowed: true } | { allowed: false; needs: Tool }

export function permissionRule(
  { kind, leavesFiles }: PermissionRequest,
  allow: readonly PermissionKind[],
): PermissionRule {
  const known = PERMISSION_KINDS.find((one) => one === kind) ?? 'other'
  if (allow.includes(known) && !leavesFiles) return { allowed: true }
  return { allowed: false, needs: restrictedAbility(known, leavesFiles) }
}

/** Prefers an option that applies to this call only, so that the agent also requests permission for its next call. */
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
