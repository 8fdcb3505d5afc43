import type { Clock } from '#ground/base/clock.ts'
import { sign, verify } from '#ground/base/signing.ts'

/**
 * Signs messages, so that neither the server nor its other clients can forge them. A signature covers one subject and
 * one text, and is valid for `TTL_MS`.
 */
export interface Seal {
  /** @param about The subject, or for a reply the signature of its request. */
  close(about: string, text: string): Sealed
  /** Returns null unless an instance signed the message for `about` less than `TTL_MS` ago. */
  open(about: string, sealed: string): Opened | null
}

interface Sealed {
  sealed: string
  signature: string
}

interface Opened {
  text: string
  signature: string
}

/** Clocks of instances differ by at most a second. The rest of the time is for delivery. */
const TTL_MS = 10_000

export const createSeal = (secret: string, clock: Pick<Clock, 'now'>): Seal => ({
  close(about, text) {
    const at = clock.now().toString(36)
    const signature = sign(secret, signed(about, at, text))
    return { sealed: `${signature} ${at} ${text}`, signature }
  },
  open(about, sealed) {
    const [, signature, at, text] = /^([\w-]+) ([\da-z]+) ([^]*)$/.exec(sealed) ?? []
    if (signature === undefined || at === undefined || text === undefined) return null
    if (Math.abs(clock.now() - Number.parseInt(at, 36)) > TTL_MS) return null
    return verify(secret, signed(about, at, text), signature) ? { text, signature } : null
  },
})

const signed = (about: string, at: string, text: string): string => JSON.stringify([about, at, text])

/** Accepts all messages, for instances without a shared secret. */
export const NO_SEAL: Seal = {
  close: (_, text) => ({ sealed: text, signature: '' }),
  open: (_, text) => ({ text, signature: '' }),
}
