import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Verification } from '#core/inbox/verification/proof.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { Result } from '#ground/base/result.ts'
import type { ChannelName } from '#ground/hub/channels.ts'
import type { IncomingEvent, IncomingPress, MediaReference } from './incoming.ts'

/** Receives the deliveries of a messaging provider, and answers them. Each provider has a folder below `channels/`. */
export interface ChannelKind {
  readonly name: ChannelName
  readonly variables: z.ZodObject
  /** Unset variables that the Hub needs to receive messages; empty if the Hub can receive. */
  missingVariables(environment: Environment): readonly string[]
  readonly receiving: PostReceiving | SocketReceiving
  /** Returns null if a variable for sending is missing. The Hub then stores messages and does not answer them. */
  open(context: ChannelContext): Promise<Channel | null>
  missingToAnswer(environment: Environment): readonly string[]
  readonly setup: ChannelSetup
  /** True if the Hub may write to a person who has written before, however long ago that was. */
  readonly sendsFirst: boolean
}

export interface ChannelSetup {
  /** Required secrets, as names of variables. Managers of the Hub may enter them in the Console. */
  readonly secrets: readonly string[]
  /** Required variables that are not secret; may also be entered in the Console. */
  readonly open: readonly string[]
  /**
   * Calls the provider. Null if it accepts the settings; otherwise a sentence with the problem and its remedy. Never
   * throws.
   */
  tryOut(context: ChannelContext): Promise<string | null>
  /** Registers the address for deliveries at the provider. Same result as `tryOut`. Never throws. */
  register?(context: ChannelContext, address: string): Promise<string | null>
}

/** The provider posts its deliveries to `/webhooks/<hub>/<name>`. */
export interface PostReceiving {
  readonly by: 'post'
  endpoint(environment: Environment): PostEndpoint
}

export interface PostEndpoint {
  readonly posts: {
    readonly verification: Verification
    /**
     * Valid authentication headers for an empty body. The Hub sends them to its own public address to check whether
     * requests to this address arrive.
     */
    readonly proofOfEmptyBody: Readonly<Record<string, string>>
    readonly maxBytes: number
    /** The provider's id of a delivery, equal for duplicate deliveries; null if the provider has no such id. */
    deliveryId(body: Buffer): string | null
  } | null
  /** Response body that proves to the provider that the Hub owns the address. Null refuses the request. */
  challenge?(query: URLSearchParams): string | null
  /**
   * Query of a valid challenge whose response is `answer`. The Hub sends it to its own public address to check
   * whether requests to this address arrive.
   */
  challengeQuery?(answer: string): Readonly<Record<string, string>>
}

export interface SocketReceiving {
  readonly by: 'socket'
  /**
   * Keeps the connection open until disposed. @throws Error for a permanent error. Its message is one line and
   * contains the remedy.
   */
  connect(context: SocketContext): Promise<AsyncDisposable>
}

export interface SocketContext extends ChannelContext {
  /** Stores a delivery. Acknowledge it to the provider only after the promise resolves. */
  store(delivery: { id: string; body: Uint8Array }): Promise<void>
  /** Time at which the newest stored delivery was sent, in epoch milliseconds; null without deliveries. */
  readLastReceived(): Promise<number | null>
  readonly caughtUp: CaughtUp
  report(state: SocketState): void
}

export interface SocketState {
  state: 'connected' | 'connecting' | 'deaf' | 'stopped'
  /**
   * Number of connections that other programs have opened with the same app of the provider. The provider sends each
   * delivery to only one of the app's connections.
   */
  foreign: number
  lastReceivedAtMs: number | null
  problem: string | null
}

export interface ChannelContext {
  environment: Environment
  clock: Clock
}

/** Reads stored deliveries and answers them. It keeps no state that a restart would lose. */
export interface Channel extends AsyncDisposable {
  /**
   * Contents of an unknown kind become events of the kind `ignored`. @throws if the provider is needed but
   * unavailable; the caller retries.
   */
  read(body: unknown): Promise<readonly IncomingEvent[]>
  /** Splits an answer in Markdown into messages within the provider's limits, never inside a grapheme. */
  write(markdown: string): readonly OutgoingText[]
  /** Never throws. Each error is an outcome. */
  send(message: OutgoingMessage, signal: AbortSignal): Promise<SendOutcome>
  fetchMedia(media: MediaReference, signal: AbortSignal): Promise<Result<FetchedMedia, string>>
  /** Shows the sender that the message was read. Best effort; never throws. */
  acknowledge?(to: MessageAddress, messageId: string, signal: AbortSignal): Promise<void>
  /** Checks whether a message of unknown outcome was sent. Null if this is still unknown. Never throws. */
  reconcile?(
    message: OutgoingMessage,
    signal: AbortSignal,
  ): Promise<{ sent: true; id: string } | { sent: false } | null>
  readonly stream?: AnswerStream
  /** Only for providers whose messages can have buttons. */
  readonly buttons?: ButtonSupport
  /** The sender's verified e-mail at the provider. Only for providers whose accounts an organization manages. */
  emailOf?(handle: string, signal: AbortSignal): Promise<string | null>
  /** Time after a person's last message within which the provider accepts free-form messages, in milliseconds. */
  readonly windowMs?: number
  /** Resolves a target address from a task or workflow to a conversation. Never throws. */
  locate(to: string, signal: AbortSignal): Promise<LocatedMessage | NotLocated>
}

export interface ButtonSupport {
  /** Maximum length of a text with buttons, in UTF-16 units. */
  readonly maxTextLength: number
  /** Replaces the text of a sent message and removes its buttons. Idempotent; never throws. */
  edit?(message: OutgoingMessage, id: string, signal: AbortSignal): Promise<Completion>
  /**
   * Acknowledges a press, and shows the text to the presser only. Never throws.
   * @returns False if the presser may not have seen the text.
   */
  acknowledge(press: IncomingPress, shown: PressNotice, signal: AbortSignal): Promise<boolean>
}

export interface PressNotice {
  readonly text: string
  /** True if the press had no effect. */
  readonly isRefusal: boolean
}

export type ChannelSender = Pick<Channel, 'send'> &
  Partial<Pick<Channel, 'reconcile' | 'windowMs' | 'locate' | 'write' | 'stream' | 'buttons'>> & {
    /** If true, a waiting message does not delay later messages of its conversation. */
    readonly inAnyOrder?: true
  }

export interface LocatedMessage {
  readonly outcome: 'found'
  readonly conversation: string
  /** The person's handles as in incoming messages; null for a group. */
  readonly handles: readonly [string, ...string[]] | null
}

export type NotLocated = Extract<SendOutcome, { outcome: 'later' | 'failed' }>

export interface MessageAddress {
  /** Short id of the conversation, unique within the channel. */
  readonly conversation: string
  /** The provider's id of the answered message; null if the message answers none. */
  readonly replyTo: string | null
}

export interface OutgoingText {
  /** Text in the provider's markup. */
  readonly text: string
  /** The text without markup, in case the provider refuses the markup. */
  readonly plain: string
}

export interface OutgoingMessage extends OutgoingText {
  readonly to: MessageAddress
  /** The Hub's unique id of the message. The provider returns it in statuses and in the history. */
  readonly id: string
  /** Number of the attempt, from 1. */
  readonly attempt?: number
  readonly buttons?: readonly OutgoingButton[]
}

export interface OutgoingButton {
  readonly value: string
  readonly label: string
  readonly look: 'primary' | 'danger'
}

/**
 * `sent`: the provider accepted the message; its delivery may be reported later.
 * `later`: the message was certainly not sent; retry after `afterMs`.
 * `failed`: the provider refused it permanently.
 * `closed`: the conversation accepts no messages, for example because the person blocked the Hub or sent no message
 * for longer than `windowMs`.
 * `moved`: the conversation continues under another id.
 * `unknown`: the message may or may not have been sent.
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
 * Previews of an unfinished answer. The methods neither throw nor wait. A preview beyond the provider's rate limit is
 * skipped.
 */
export type AnswerStream = DraftStream | MessageStream

/** The provider removes the preview after the answer is sent or abandoned. */
export interface DraftStream {
  readonly leaves: 'nothing'
  readonly lastsMs: number
  show(preview: Preview, signal: AbortSignal): Promise<PreviewOutcome>
}

/** The preview is a real message, which becomes the first message of the answer. */
export interface MessageStream {
  readonly leaves: 'message'
  /** @param id The provider's id of the preview message; null to create it. */
  show(preview: Preview, id: string | null, signal: AbortSignal): Promise<PreviewOutcome>
  written?(id: string, markdown: string): void
  /** Sets the final text of a message. Idempotent. */
  complete(message: OutgoingMessage, id: string, signal: AbortSignal): Promise<Completion>
  /** Idempotent. */
  remove(to: MessageAddress, id: string, signal: AbortSignal): Promise<Completion>
  /** Searches for a preview message that may not have been created. Null if the result is unknown. Never throws. */
  find(
    message: OutgoingMessage,
    signal: AbortSignal,
  ): Promise<{ sent: true; id: string } | { sent: false } | null>
}

export interface Preview {
  readonly to: MessageAddress
  /** The Hub's id of the answer's first message. All previews of the answer have this id. */
  readonly id: string
  readonly markdown: string
  readonly handles: readonly string[]
}

/**
 * `skipped`: certainly not shown. If `nextMs` is null, this answer gets no more previews.
 * `unknown`: may or may not have been shown.
 */
export type PreviewOutcome =
  | { outcome: 'shown'; id: string; nextMs: number }
  | { outcome: 'skipped'; nextMs: number | null }
  | { outcome: 'unknown' }

/** `gone`: the message was deleted. */
export type Completion = SendOutcome | { outcome: 'gone' }

/** The provider's history is completely stored up to the time `until`. Newer messages may be missing. */
export interface CaughtUp {
  /** Time by the provider's clock, in epoch milliseconds; null if no time was ever stored. */
  until(): Promise<number | null>
  storeUntil(until: number): Promise<void>
}
