export interface MediaReference {
  readonly id: string
  readonly filename: string
  readonly contentType: string | null
  /** Size as the provider declares it; null if it declares none. */
  readonly bytes: number | null
}

export interface MessageAuthor {
  /** Stable ids, the most permanent first. A name that can pass to another person is not allowed. */
  readonly handles: readonly [string, ...string[]]
  /** The author chooses this name, so it proves no identity. */
  readonly name: string | null
}

export interface IncomingConversation {
  /** Short id, unique in the channel. Each thread of the provider is a separate conversation. */
  readonly id: string
  readonly kind: 'private' | 'group'
  readonly name: string | null
}

interface Written {
  /** The provider's id of the message, unique in the channel. */
  readonly id: string
  readonly conversation: IncomingConversation
  readonly sender: MessageAuthor
  /** Epoch milliseconds. */
  readonly at: number
}

export interface IncomingMessage extends Written {
  readonly kind: 'message'
  /** Empty for a message with only files. A chosen button or list entry also arrives as text. */
  readonly text: string
  readonly media: readonly MediaReference[]
  readonly replyTo: string | null
  /** Whether the message is for the Hub. In groups, it must mention the Hub or reply to it. */
  readonly isAddressed: boolean
  readonly album?: string | undefined
}

export interface PressedButton {
  /** The Hub's id of the message part that has the button. */
  readonly part: string
  readonly decision: 'approve' | 'decline'
}

/** `id` is the provider's id of the press. */
export interface IncomingPress extends Written {
  readonly kind: 'pressed'
  /** The provider's id of the message with the button; null if the provider does not return it. */
  readonly of: string | null
  readonly button: PressedButton
}

export type IncomingEvent =
  | IncomingMessage
  | IncomingPress
  | (Written & { readonly kind: 'edited'; readonly text: string })
  | { readonly kind: 'deleted'; readonly id: string; readonly conversation: string }
  | (Written & { readonly kind: 'reaction'; readonly of: string; readonly emoji: string })
  | {
      readonly kind: 'status'
      readonly id: string
      /** The Hub's id of the message; null if the provider does not return it. */
      readonly ours: string | null
      readonly state: 'sent' | 'delivered' | 'read' | 'failed'
      readonly reason: string | null
      readonly at: number
    }
  | { readonly kind: 'moved'; readonly from: string; readonly to: string }
  /** `closed`: the Hub may no longer write to the conversation. `opened`: it may write again. */
  | { readonly kind: 'closed' | 'opened'; readonly conversation: string; readonly reason: string }
  | { readonly kind: 'ignored'; readonly why: string }
