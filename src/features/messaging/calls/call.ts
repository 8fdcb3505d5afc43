import type { EpochMs } from '#ground/base/clock.ts'

/** A tool call that waits for a person's decision. */
export interface WaitingCall {
  id: string
  planHash: string
  tool: string
  title: string | null
  /** Arguments on one line each, without secrets. */
  fields: readonly { name: string; value: string }[]
  link: string
}

export type Decided = 'approved' | 'declined' | 'expired' | 'stale'

/** `foreign`: the call waits for another person. `forbidden`: the person lost a permission that the call needs. */
export type CallDecision = { is: Decided; at: EpochMs } | { is: 'foreign' } | { is: 'forbidden' }

export interface WaitingCalls {
  /** Null unless the call waits for this person's decision. */
  find(id: string, email: string): Promise<WaitingCall | null>
  /** Idempotent. @throws if the decision must be retried later. */
  decide(
    call: { id: string; planHash: string; email: string },
    decision: 'approve' | 'decline',
  ): Promise<CallDecision>
}
