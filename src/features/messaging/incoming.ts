/** A file of a message, by the provider's id. */
export interface MediaReference {
  readonly id: string
  /** The sender's name of the file, or a generated name that fits its type. */
  readonly filename: string
  readonly contentType: string | null
  /** As declared; null if not declared. */
  readonly bytes: number | null
}

export interface MessageAuthor {
  /**
   * All stable ids of the author at the provider, the most permanent first, for matching with the roster. Never a
   * name that can pass to another person.
   */
  readonly handles: readonly [string, ...string[]]
  /** Display name. The author can choose any name, so it proves no identity. */
  readonly name: string | null
}

export interface IncomingConversation {
  /** Short id, unique in the channel. Each thread of the provider is a separate conversation. */
  readonly id: string
  readonly kind: 'private' | 'group'
  /** Display name; null if the conversation has none. */
  readonly name: string | null
}

interface Written {
  /** The provider's id of the message, unique in the channel. */
  readonly id: string
  readonly conversation: IncomingConversation
  readonly sender: MessageAuthor
  /** Epoch milliseconds at which the message was written. */
  readonly at: number
}

export interface IncomingMessage extends Written {
  readonly kind: 'message'
  /** Empty for a message with only files. A chosen button or list entry also arrives as text. */
  readonly text: string
  readonly media: readonly MediaReference[]
  /** The provider's id of the answered message. */
  readonly replyTo: string | null
  /**
   * Whether the message is for the Hub. In groups, it must mention the Hub or reply to it; other messages are stored
   * as context.
   */
  readonly isAddressed: boolean
  /** The provider's id of the message's album, if the provider has albums. */
  readonly album?: string | undefined
}

export type IncomingEvent =
  | IncomingMessage
  /** The author edited the text of a message. */
  | (Written & { readonly kind: 'edited'; readonly text: string })
  | { readonly kind: 'deleted'; readonly id: string; readonly conversation: string }
  /** A reaction to a message of the Hub or of another person. */
  | (Written & { readonly kind: 'reaction'; readonly of: string; readonly emoji: string })
  /** Status of a message that the Hub sent. */
  | {
      readonly kind: 'status'
      /** The provider's id of the sent message. */
      readonly id: string
      /** The Hub's own id of the message, if the provider returns it. */
      readonly ours: string | null
      readonly state: 'sent' | 'delivered' | 'read' | 'failed'
      readonly reason: string | null
      readonly at: number
    }
  /** A conversation continues under another id. */
  | { readonly kind: 'moved'; readonly from: string; readonly to: string }
  /** The Hub may no longer write to the conversation, or may write again. */
  | { readonly kind: 'closed' | 'opened'; readonly conversation: string; readonly reason: string }
  /** An event that the Hub ignores, with the reason. */
  | { readonly kind: 'ignored'; readonly why: string }
