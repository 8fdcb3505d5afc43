import { Buffer } from 'node:buffer'

/** The most that one message may hold, in bytes. What is larger has to say that it is to be read in the store. */
export const MOST_BYTES = 64 * 1024

/** What an asker hears: an answer, that nobody answers there, or nothing in time. */
export type Asked = { kind: 'answered'; text: string } | { kind: 'nobody' } | { kind: 'silent' }

/**
 * Carries hints and live pieces between those who wait for them, on this machine and on others. It may lose any of
 * them at any time, so that nothing may depend on a message: the store is where the truth is.
 */
export interface Bus extends AsyncDisposable {
  /** Whether other machines can hear it now, as far as anybody knows. */
  reachesOthers(): boolean
  /** Whether a server does not let us say or hear something. */
  isRefused(): boolean
  /** Call when either has changed. */
  onReach(then: () => void): Disposable
  /** Tell whoever listens to a subject now. Never waits. Listeners in this process have heard it when it returns. */
  publish(subject: string, text: string): void
  /** Hear a subject. What one process publishes is heard in its order. */
  subscribe(subject: string, hear: (text: string) => void): Disposable
  /** Ask whoever answers at a subject. Never throws: whatever keeps it from being heard makes it `nobody` or `silent`. */
  ask(subject: string, text: string, withinMs: number): Promise<Asked>
  /** Answer at a subject, where nobody else in this process does. What it throws is heard as silence. */
  answer(subject: string, reply: (text: string) => string | Promise<string>): Disposable
}

/** A subject of several parts, whatever characters are in them. */
export const subjectOf = (...parts: readonly string[]): string =>
  parts.map((part) => (PLAIN.test(part) ? part : `=${Buffer.from(part).toString('base64url')}`)).join('.')

/** Nothing that an engine reads as a wildcard or a separator. */
const PLAIN = /^[\w-]+$/

export const fits = (text: string): boolean => Buffer.byteLength(text) <= MOST_BYTES

/** @throws RangeError when it is larger than a message may be: whoever sends must have looked. */
export function checkSize(text: string): void {
  if (!fits(text)) throw new RangeError(`a message of the bus holds at most ${MOST_BYTES} bytes`)
}
