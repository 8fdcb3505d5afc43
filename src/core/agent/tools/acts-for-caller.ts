import type { Tool } from './tool.ts'

/** Whether a call changes something, or uses what its caller alone was given: a capability, an outside account. Pure. */
export const actsForCaller = ({ harmless, readOnly, restricted, needs }: Tool): boolean =>
  !harmless && (!readOnly || restricted !== null || (needs.connection ?? null) !== null)
