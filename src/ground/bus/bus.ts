import { Buffer } from 'node:buffer'

/** Maximum size of one message. For larger content, send a reference to the database. */
export const MAX_BUS_MESSAGE_BYTES = 64 * 1024

/** Result of a request: `nobody` means no responder, `silent` means no response in time. */
export type BusReply = { kind: 'answered'; text: string } | { kind: 'nobody' } | { kind: 'silent' }

/**
 * Sends notifications and text of running answers between processes and instances. Messages may be lost at any time,
 * so correctness must depend only on the database.
 */
export interface Bus extends AsyncDisposable {
  /** True if other instances are probably reachable. */
  reachesOthers(): boolean
  /** True if the server denied permission to publish or subscribe. */
  isRefused(): boolean
  /** Calls `then` when `reachesOthers` or `isRefused` changes. */
  onReach(then: () => void): Disposable
  /**
   * Sends to the current listeners of a subject. Listeners in this process are called before it returns; it waits for
   * no others.
   */
  publish(subject: string, text: string): void
  /** Listens to a subject. Messages from one process arrive in order. */
  subscribe(subject: string, hear: (text: string) => void): Disposable
  /** Sends a request to a subject's responder. Never throws: failures return `nobody` or `silent`. */
  ask(subject: string, text: string, withinMs: number): Promise<BusReply>
  /**
   * Responds to requests at a subject. A process has only one responder per subject. If `reply` throws, no response
   * is sent.
   */
  answer(subject: string, reply: (text: string) => string | Promise<string>): Disposable
}

/** Builds a subject. Parts may contain any characters. */
export const subjectOf = (...parts: readonly string[]): string =>
  parts.map((part) => (PLAIN.test(part) ? part : `=${Buffer.from(part).toString('base64url')}`)).join('.')

/** Excludes wildcards and separators of subjects. */
const PLAIN = /^[\w-]+$/

export const fitsMessage = (text: string): boolean => Buffer.byteLength(text) <= MAX_BUS_MESSAGE_BYTES

/** @throws RangeError above the maximum size. The sender must check before. */
export function checkSize(text: string): void {
  if (!fitsMessage(text))
    throw new RangeError(`a message of the bus holds at most ${MAX_BUS_MESSAGE_BYTES} bytes`)
}
