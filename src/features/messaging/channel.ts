import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Verification } from '#core/inbox/verification/proof.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { Result } from '#ground/base/result.ts'
import type { ChannelName } from '#ground/hub/channels.ts'
import type { IncomingEvent, MediaReference } from './incoming.ts'

/**
 * A messaging provider: the parts for the receiver to accept its deliveries, and for the bridge to answer
 * them. Each has its own folder below `channels/`.
 */
export interface ChannelKind {
  readonly name: ChannelName
  readonly variables: z.ZodObject
  /** Variables of which at least one must be set for anything to be received, and none is; empty when something is. */
  missing(environment: Environment): readonly string[]
  readonly receiving: PostReceiving | SocketReceiving
  /**
   * Load and open the half that reads and answers.
   *
   * @returns null when what it sends with is not set: messages are then kept until it is.
   */
  open(context: ChannelContext): Promise<Channel | null>
  /** Variables that answering lacks; empty when it lacks none. */
  missingToAnswer(environment: Environment): readonly string[]
}

/** The provider posts its deliveries to `/webhooks/<hub>/<name>`. */
export interface PostReceiving {
  readonly by: 'post'
  endpoint(environment: Environment): PostEndpoint
}

export interface PostEndpoint {
  /** Null: no post is taken. */
  readonly posts: {
    readonly verification: Verification
    /** Headers that prove a request with an empty body, for the self-check of the address. */
    readonly proofOfEmptyBody: Readonly<Record<string, string>>
    readonly maxBytes: number
    /** The provider's own id of a delivery, if it has one; the same when it delivers again. */
    deliveryId(body: Buffer): string | null
  } | null
  /** The body that proves to the provider that the address is ours; null refuses. */
  challenge?(query: URLSearchParams): string | null
  /**
   * Query of a valid challenge, to which the endpoint replies with `answer`, for the self-check of the
   * address.
   */
  challengeQuery?(answer: string): Readonly<Record<string, string>>
}

/** The Hub keeps a connection to the provider, in a process without a port. */
export interface SocketReceiving {
  readonly by: 'socket'
  /**
   * Connects and stays connected until disposed.
   * @throws for a permanent error, in one line with the remedy.
   */
  connect(context: SocketContext): Promise<AsyncDisposable>
}

export interface SocketContext extends ChannelContext {
  /** Stores a delivery; once it resolves, the provider may get the acknowledgement. */
  store(delivery: { id: string; body: Uint8Array }): Promise<void>
  /** When the newest delivery that is kept was sent, in epoch milliseconds; null when there is none. */
  lastHeard(): Promise<number | null>
  /** Up to when all of the provider's history is kept. */
  readonly caughtUp: CaughtUp
  /** Reports the connection's state for people. */
  report(state: SocketState): void
}

export interface SocketState {
  state: 'connected' | 'connecting' | 'deaf' | 'stopped'
  /** Connections of the same app that are not ours: they take deliveries away. */
  foreign: number
  lastHeardAtMs: number | null
  /** For people, one line; null when all is well. */
  problem: string | null
}

export interface ChannelContext {
  environment: Environment
  clock: Clock
}

/** The half of a channel that reads what was stored and answers. It holds no state that a restart would lose. */
export interface Channel extends AsyncDisposable {
  /**
   * Reads a stored delivery. Unknown parts are returned as `ignored`.
   *
   * @throws when the provider must be queried first and is unavailable, in one line for people: the delivery
   * is read again later.
   */
  read(body: unknown): Promise<readonly IncomingEvent[]>
  /** An answer in Markdown as the messages it is sent in: within the provider's limits, cut between graphemes. */
  write(markdown: string): readonly OutgoingText[]
  /** Sends one message. Never throws: every error is an outcome. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendOutcome>
  fetchMedia(media: MediaReference, signal: AbortSignal): Promise<Result<FetchedMedia, string>>
  /** Show that a message was read and is being answered. Best effort: never throws. */
  acknowledge?(to: MessageAddress, messageId: string, signal: AbortSignal): Promise<void>
  /** Checks whether an attempt with unknown outcome arrived. Null: still unknown. Never throws. */
  reconcile?(
    message: OutgoingMessage,
    signal: AbortSignal,
  ): Promise<{ sent: true; id: string } | { sent: false } | null>
  /** Shows an answer while it is written. */
  readonly stream?: AnswerStream
  /** A sender's verified e-mail at the provider; for channels whose accounts an organization administers. */
  emailOf?(handle: string, signal: AbortSignal): Promise<string | null>
  /** How long after a person's last message they may still be written to freely, in milliseconds. */
  readonly windowMs?: number
  /** Resolves a file's target address to a conversation. Never throws. */
  locate(to: string, signal: AbortSignal): Promise<LocatedMessage | NotLocated>
}

/** The parts of a channel needed for sending. */
export type ChannelSender = Pick<Channel, 'send'> &
  Partial<Pick<Channel, 'reconcile' | 'windowMs' | 'locate' | 'write' | 'stream'>> & {
    /** Waiting messages do not delay later ones. */
    readonly inAnyOrder?: true
  }

export interface LocatedMessage {
  readonly outcome: 'found'
  /** The channel's name of the conversation. */
  readonly conversation: string
  /** Names of the conversation's person, as `ChannelSender` of a message has them; null for a group. */
  readonly handles: readonly [string, ...string[]] | null
}

export type NotLocated = Extract<SendOutcome, { outcome: 'later' | 'failed' }>

/** Address of a message: copied unchanged from the channel's `IncomingEvent`. */
export interface MessageAddress {
  /** The channel's name of the conversation, unique in the channel; as short text. */
  readonly conversation: string
  /** The provider's id of the message that is answered; null for one that answers none. */
  readonly replyTo: string | null
}

export interface OutgoingText {
  /** In the provider's own markup. */
  readonly text: string
  /** The same without markup, for a provider that refuses the markup. */
  readonly plain: string
}

export interface OutgoingMessage extends OutgoingText {
  readonly to: MessageAddress
  /**
   * Our unique id: where a provider returns it (in statuses, or in the history), it identifies an attempt.
   */
  readonly id: string
  /** Counted from 1. */
  readonly attempt?: number
}

/**
 * Result of an attempt to send.
 *
 * `sent`: it was accepted; its delivery may be known at once, or be reported later. `later`: it was certainly
 * not sent, and may be retried after this delay. `failed`: it was refused permanently. `closed`: this
 * conversation accepts nothing more (blocked, left, or outside the provider's window). `moved`: the
 * conversation continues under another name. `unknown`: it is unknown whether it arrived.
 */
export type SendOutcome =
  | { outcome: 'sent'; id: string; isDelivered?: true }
  | { outcome: 'later'; afterMs: number; reason: string; of: 'conversation' | 'channel' }
  | { outcome: 'failed'; reason: string }
  | { outcome: 'closed'; reason: string }
  | { outcome: 'moved'; conversation: string }
  | { outcome: 'unknown'; reason: string }

export interface FetchedMedia {
  readonly content: Readable
  readonly contentType: string | null
}

/**
 * Shows an answer while it is written. It shows a preview: the outbox writes the final text. Its methods
 * neither throw nor wait: a preview without capacity is skipped.
 */
export type AnswerStream = DraftStream | MessageStream

/** A preview that vanishes without our action, once the answer is sent or abandoned. */
export interface DraftStream {
  readonly leaves: 'nothing'
  /** Lifetime of a preview without renewal. */
  readonly lastsMs: number
  show(preview: Preview, signal: AbortSignal): Promise<PreviewOutcome>
}

/** A preview that is a message already, which becomes the first one of the answer. */
export interface MessageStream {
  readonly leaves: 'message'
  /** @param id The provider's, of the message that shows it; null to begin one. */
  show(preview: Preview, id: string | null, signal: AbortSignal): Promise<PreviewOutcome>
  /** The answer is complete: its unshown part may be sent with its completion. */
  written?(id: string, markdown: string): void
  /** Have a message read as it is to read in the end. May be done again. */
  complete(message: OutgoingMessage, id: string, signal: AbortSignal): Promise<Completion>
  /** Take a message away. May be done again. */
  remove(to: MessageAddress, id: string, signal: AbortSignal): Promise<Completion>
  /** Searches for a message that may not have been started. Null: still unknown. Never throws. */
  find(
    message: OutgoingMessage,
    signal: AbortSignal,
  ): Promise<{ sent: true; id: string } | { sent: false } | null>
}

/** An answer as it reads so far. */
export interface Preview {
  readonly to: MessageAddress
  /** Ours: the same for all previews of an answer, and for the first message of it. */
  readonly id: string
  readonly markdown: string
  /** Handles of the person who gets the answer. */
  readonly handles: readonly string[]
}

/**
 * Result of a preview; the next one may follow after this delay.
 *
 * `skipped`: it was certainly not shown; null means that none of this answer will be. `unknown`: it is
 * unknown whether it was shown.
 */
export type PreviewOutcome =
  | { outcome: 'shown'; id: string; nextMs: number }
  | { outcome: 'skipped'; nextMs: number | null }
  | { outcome: 'unknown' }

/** `gone`: the message was deleted. */
export type Completion = SendOutcome | { outcome: 'gone' }

/**
 * Time up to which a provider's history is completely stored. The latest stored message is no substitute: a
 * process that ends during a catch-up may have stored the newest message, but not the earlier ones.
 */
export interface CaughtUp {
  /** By the provider's clock, in epoch milliseconds; null if never recorded. */
  until(): Promise<number | null>
  note(until: number): Promise<void>
}
