/** A file as the provider names it. */
export interface MediaReference {
  readonly id: string
  /** As the sender named it, else a name that fits its type. */
  readonly filename: string
  readonly contentType: string | null
  /** As declared; null if not declared. */
  readonly bytes: number | null
}

/** Author of a message, as the provider identifies them. */
export interface MessageAuthor {
  /**
   * Every name that a roster may know them by, the most lasting first: a number, an id. Never a name that can
   * be reassigned.
   */
  readonly handles: readonly [string, ...string[]]
  /** For people only; anybody can choose it. */
  readonly name: string | null
}

export interface IncomingConversation {
  /** Unique in the channel, as short text. Each thread of the provider is a conversation of its own. */
  readonly id: string
  readonly kind: 'private' | 'group'
  /** For people; null when it has none. */
  readonly name: string | null
}

interface Written {
  /** The provider's id of the message, unique in the channel. */
  readonly id: string
  readonly conversation: IncomingConversation
  readonly sender: MessageAuthor
  /** When it was written, in epoch milliseconds. */
  readonly at: number
}

/** Something to answer. */
export interface IncomingMessage extends Written {
  readonly kind: 'message'
  /** Empty when there are only files. The value of a chosen button or list entry is text, too. */
  readonly text: string
  readonly media: readonly MediaReference[]
  /** The provider's id of the message that it answers. */
  readonly replyTo: string | null
  /** Whether the Hub is meant: in groups only when it is named or answered. Others are kept as context. */
  readonly isAddressed: boolean
  /** The provider's id of the album that it belongs to, where the provider has albums. */
  readonly album?: string | undefined
}

/** One event in a delivery. */
export type IncomingEvent =
  | IncomingMessage
  /** The text of a message was changed. */
  | (Written & { readonly kind: 'edited'; readonly text: string })
  | { readonly kind: 'deleted'; readonly id: string; readonly conversation: string }
  /** A reaction to one of our messages, or to another's. */
  | (Written & { readonly kind: 'reaction'; readonly of: string; readonly emoji: string })
  /** Status of a message of ours. */
  | {
      readonly kind: 'status'
      /** The provider's id of our message. */
      readonly id: string
      /** Our own id of it, where the provider gives it back. */
      readonly ours: string | null
      readonly state: 'sent' | 'delivered' | 'read' | 'failed'
      readonly reason: string | null
      readonly at: number
    }
  /** A conversation continues under another name. */
  | { readonly kind: 'moved'; readonly from: string; readonly to: string }
  /** We may not write there any more, or again. */
  | { readonly kind: 'closed' | 'opened'; readonly conversation: string; readonly reason: string }
  /** Nothing that concerns the Hub, and why. */
  | { readonly kind: 'ignored'; readonly why: string }
