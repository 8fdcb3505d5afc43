import { Buffer } from 'node:buffer'

/** Maximum size of one message. Larger content must be replaced by a reference to the store. */
export const MAX_BUS_MESSAGE_BYTES = 64 * 1024

/** Result of a request: an answer, no responder there, or no response in time. */
export type BusReply = { kind: 'answered'; text: string } | { kind: 'nobody' } | { kind: 'silent' }

/**
 * Carries hints and live pieces between those who wait for them, on this machine and on others. It may lose any of
 * them at any time, so that nothing may depend on a message: the store is where the truth is.
 */
export interface Bus extends AsyncDisposable {
  /** True if other machines are reachable now, as far as known. */
  reachesOthers(): boolean
  /** True if the server denied publish or subscribe permission. */
  isRefused(): boolean
  /** Call when either has changed. */
  onReach(then: () => void): Disposable
  /**
   * Sends to the present listeners of a subject. Never waits. Listeners in this process have been called when
   * it returns.
   */
  publish(subject: string, text: string): void
  /** Listens to a subject. Messages of one process arrive in order. */
  subscribe(subject: string, hear: (text: string) => void): Disposable
  /**
   * Sends a request to a subject's responder. Never throws: every failure results in `nobody` or `silent`.
   */
  ask(subject: string, text: string, withinMs: number): Promise<BusReply>
  /**
   * Answers requests at a subject, as the only responder in this process. If it throws, no response is sent.
   */
  answer(subject: string, reply: (text: string) => string | Promise<string>): Disposable
}

/** A subject of several parts, with any characters in them. */
export const subjectOf = (...parts: readonly string[]): string =>
  parts.map((part) => (PLAIN.test(part) ? part : `=${Buffer.from(part).toString('base64url')}`)).join('.')

/** Nothing that an engine reads as a wildcard or a separator. */
const PLAIN = /^[\w-]+$/

export const fitsMessage = (text: string): boolean => Buffer.byteLength(text) <= MAX_BUS_MESSAGE_BYTES

/** @throws RangeError when it exceeds the maximum size: the sender must check before. */
export function checkSize(text: string): void {
  if (!fitsMessage(text))
    throw new RangeError(`a message of the bus holds at most ${MAX_BUS_MESSAGE_BYTES} bytes`)
}
