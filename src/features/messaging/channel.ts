import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { Verification } from '#core/inbox/verification/proof.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import type { Result } from '#ground/base/result.ts'
import type { ChannelName } from '#ground/hub/channels.ts'
import type { CaughtUp } from './caught-up.ts'
import type { Incoming, MediaReference } from './incoming.ts'

/**
 * A messaging provider: what the receiver needs to take its deliveries, and what the bridge needs to answer them. One
 * folder below `channels/` each.
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
  /** The query of a right challenge that is answered with `answer`, for the self-check of the address. */
  challengeQuery?(answer: string): Readonly<Record<string, string>>
}

/** The Hub keeps a connection to the provider, in a process without a port. */
export interface SocketReceiving {
  readonly by: 'socket'
  /** Connect and stay connected until disposed. @throws when it can never work, in one line that says how to mend it. */
  connect(context: SocketContext): Promise<AsyncDisposable>
}

export interface SocketContext extends ChannelContext {
  /** Keep a delivery; once it resolves, the provider may be told that it arrived. */
  store(delivery: { id: string; body: Uint8Array }): Promise<void>
  /** When the newest delivery that is kept was sent, in epoch milliseconds; null when there is none. */
  lastHeard(): Promise<number | null>
  /** Up to when all of the provider's history is kept. */
  readonly caughtUp: CaughtUp
  /** What people should know of the connection. */
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
   * What a stored delivery says. Whatever it does not know is told as `ignored`.
   *
   * @throws when the provider must be asked first and can't be, in one line for people: the delivery is read again later.
   */
  read(body: unknown): Promise<readonly Incoming[]>
  /** An answer in Markdown as the messages it is sent in: within the provider's limits, cut between graphemes. */
  write(markdown: string): readonly OutgoingText[]
  /** Send one message. Never throws: whatever happens is an outcome. */
  send(message: Outgoing, signal: AbortSignal): Promise<SendOutcome>
  fetchMedia(media: MediaReference, signal: AbortSignal): Promise<Result<FetchedMedia, string>>
  /** Show that a message was read and is being answered. Best effort: never throws. */
  acknowledge?(to: Address, messageId: string, signal: AbortSignal): Promise<void>
  /** Look whether an attempt whose outcome is unknown arrived. Null: nobody can tell (yet). Never throws. */
  reconcile?(
    message: Outgoing,
    signal: AbortSignal,
  ): Promise<{ sent: true; id: string } | { sent: false } | null>
  /** Shows an answer while it is written. */
  readonly stream?: AnswerStream
  /** The verified e-mail that the provider has of a sender; for channels whose accounts an organization administers. */
  emailOf?(handle: string, signal: AbortSignal): Promise<string | null>
  /** How long after a person's last message they may still be written to freely, in milliseconds. */
  readonly windowMs?: number
  /** What a file names as the place for something that answers nothing, as a conversation. Never throws. */
  locate(to: string, signal: AbortSignal): Promise<Located | NotLocated>
}

/** What sending needs of a channel. */
export type Sender = Pick<Channel, 'send'> &
  Partial<Pick<Channel, 'reconcile' | 'windowMs' | 'locate' | 'write' | 'stream'>> & {
    /** What waits does not hold up what comes after it. */
    readonly inAnyOrder?: true
  }

export interface Located {
  readonly outcome: 'found'
  /** The channel's name of the conversation. */
  readonly conversation: string
  /** Names of the person whose conversation it is, as `Sender` of a message has them; null for a group. */
  readonly handles: readonly [string, ...string[]] | null
}

export type NotLocated = Extract<SendOutcome, { outcome: 'later' | 'failed' }>

/** Where a message goes: what the channel itself said in `Incoming`, kept as it is. */
export interface Address {
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

export interface Outgoing extends OutgoingText {
  readonly to: Address
  /** Ours, unique: where a provider gives it back (in statuses, or in the history), an attempt is found again by it. */
  readonly id: string
  /** Counted from 1. */
  readonly attempt?: number
}

/**
 * What became of an attempt to send.
 *
 * `sent`: it was taken; whether it was delivered may be known at once, or be told later. `later`: it surely was not sent, and may be tried again after so long. `failed`: it was refused for good.
 * `closed`: this conversation takes nothing more (blocked, left, or outside the provider's window).
 * `moved`: the conversation goes on under another name. `unknown`: nobody can tell whether it arrived.
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
 * Shows an answer while it is written. What it shows is a preview: the outbox has the last word. Nothing of it throws or
 * waits for its turn: a preview for which there is no room now is left out.
 */
export type AnswerStream = DraftStream | MessageStream

/** A preview that vanishes by itself, once the answer is sent or none comes. */
export interface DraftStream {
  readonly leaves: 'nothing'
  /** What is not shown again by then is gone. */
  readonly lastsMs: number
  show(preview: Preview, signal: AbortSignal): Promise<Shown>
}

/** A preview that is a message already, which becomes the first one of the answer. */
export interface MessageStream {
  readonly leaves: 'message'
  /** @param id The provider's, of the message that shows it; null to begin one. */
  show(preview: Preview, id: string | null, signal: AbortSignal): Promise<Shown>
  /** The answer is whole: what of it is not shown yet may come with its completion. */
  written?(id: string, markdown: string): void
  /** Have a message read as it is to read in the end. May be done again. */
  complete(message: Outgoing, id: string, signal: AbortSignal): Promise<Completion>
  /** Take a message away. May be done again. */
  remove(to: Address, id: string, signal: AbortSignal): Promise<Completion>
  /** Look for a message of which nobody knows whether it was begun. Null: nobody can tell (yet). */
  find(message: Outgoing, signal: AbortSignal): Promise<{ sent: true; id: string } | { sent: false } | null>
}

/** An answer as it reads so far. */
export interface Preview {
  readonly to: Address
  /** Ours: the same for all previews of an answer, and for the first message of it. */
  readonly id: string
  readonly markdown: string
  /** Of the person who is answered. */
  readonly handles: readonly string[]
}

/**
 * What became of a preview; the next one may follow after so long.
 *
 * `skipped`: it surely was not shown; null means that none of this answer will be. `unknown`: nobody can tell.
 */
export type Shown =
  | { outcome: 'shown'; id: string; nextMs: number }
  | { outcome: 'skipped'; nextMs: number | null }
  | { outcome: 'unknown' }

/** `gone`: it does not stand there any more. */
export type Completion = SendOutcome | { outcome: 'gone' }
