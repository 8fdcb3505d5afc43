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
  /** The message with this provider key was changed, or must not be answered any more. */
  | { kind: 'changed'; key: string; why: 'changed' | 'deleted'; message?: string }
  | { kind: 'nothing' }
