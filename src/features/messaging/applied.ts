import type { ChannelName } from '#ground/hub/channels.ts'

export interface AppliedTo {
  hub: string
  channel: ChannelName
  /** Event file, and place in it. */
  arrival: string
  now: number
}

/** The changes that an `Incoming` made, for the process that answers the conversation. */
export type Applied =
  | { kind: 'received'; message: string; conversation: string }
  /** What is answered with this key of the provider reads otherwise now, or is not to be answered any more. */
  | { kind: 'changed'; key: string; why: 'changed' | 'deleted'; message?: string }
  | { kind: 'nothing' }
