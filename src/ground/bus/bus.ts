import { Buffer } from 'node:buffer'

/** For larger content, send the id of a database row. */
export const MAX_BUS_MESSAGE_BYTES = 64 * 1024

export type BusReply = { kind: 'answered'; text: string } | { kind: 'no_responder' } | { kind: 'timeout' }

/**
 * Sends notifications and text of running answers. Messages may be lost: correctness must depend only on the
 * database.
 */
export interface Bus extends AsyncDisposable {
  reachesOthers(): boolean
  /** True if the server denied permission to publish or subscribe. */
  isRefused(): boolean
  onReachChange(listener: () => void): Disposable
  /** Calls the listeners in this process before it returns. Does not wait for listeners in other processes. */
  publish(subject: string, text: string): void
  /** Messages from one process arrive in order. */
  subscribe(subject: string, onMessage: (text: string) => void): Disposable
  /** Never throws: failures return `no_responder` or `timeout`. */
  request(subject: string, text: string, withinMs: number): Promise<BusReply>
  /** A process has one responder per subject. If `reply` throws, no response is sent. */
  answer(subject: string, reply: (text: string) => string | Promise<string>): Disposable
}

export const subjectOf = (...parts: readonly string[]): string =>
  parts.map((part) => (PLAIN.test(part) ? part : `=${Buffer.from(part).toString('base64url')}`)).join('.')

const PLAIN = /^[\w-]+$/

export const fitsMessage = (text: string): boolean => Buffer.byteLength(text) <= MAX_BUS_MESSAGE_BYTES

export function checkSize(text: string): void {
  if (!fitsMessage(text))
    throw new RangeError(`a message of the message bus can have at most ${MAX_BUS_MESSAGE_BYTES} bytes`)
}
