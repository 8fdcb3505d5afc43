import type { Tool } from './tool.ts'

/** Whether a call changes something or uses its caller's own rights: a capability or an external account. */
export const actsForCaller = ({ isSafeIfInjected, readOnly, restricted, needs }: Tool): boolean =>
  !isSafeIfInjected && (!readOnly || restricted !== null || (needs.connection ?? null) !== null)
