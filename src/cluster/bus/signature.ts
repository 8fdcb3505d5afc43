import type { Clock } from '#ground/base/clock.ts'
import { sign, verify } from '#ground/base/signing.ts'

/**
 * Signs the messages between machines on the bus, so that neither the server nor its other clients can forge
 * or stop an answer. A signature holds for one subject, one text and a few seconds; that of an answer also
 * for its question.
 */
export interface Seal {
  /** @param about The subject, or what an answer answers. */
  close(about: string, text: string): Sealed
  /** The message; null when it was not recently sent there by one of our machines. */
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

/** Clocks of machines agree to a second; the rest is for the way. */
const TTL_MS = 10_000

/** @param secret Of the machines alone. */
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

/** If machines share no secret, all messages are accepted. */
export const NO_SEAL: Seal = {
  close: (_, text) => ({ sealed: text, signature: '' }),
  open: (_, text) => ({ text, signature: '' }),
}
