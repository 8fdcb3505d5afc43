import type { Address, Outgoing, SendOutcome } from './channel.ts'

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
