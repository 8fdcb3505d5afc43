import type { Tool } from './tool.ts'

/** True if a call changes data or uses rights of its caller: a capability or an external account. */
export const actsForCaller = ({ isSafeIfInjected, readOnly, restricted, needs }: Tool): boolean =>
  !isSafeIfInjected && (!readOnly || restricted !== null || (needs.connection ?? null) !== null)
