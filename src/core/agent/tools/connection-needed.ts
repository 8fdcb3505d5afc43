import type { ConnectOffer } from '#ground/turn/schema.ts'

/** Why a tool can't use a person's outside account as it is. */
export type ConnectionLack = 'missing' | 'expired' | 'revoked' | 'scope_missing'

/** A tool needs an external account that the person must connect or reconnect. */
export class ConnectionNeeded extends Error {
  readonly lack: ConnectionLack
  /** Null where accounts are connected elsewhere than on our pages. */
  readonly offer: ConnectOffer | null

  /** @param message Instructs the model and the person, with the address. */
  constructor(message: string, { lack, offer }: { lack: ConnectionLack; offer: ConnectOffer | null }) {
    super(message)
    this.name = 'ConnectionNeeded'
    this.lack = lack
    this.offer = offer
  }
}

/**
 * The offer to the person after a tool failed; null when the cause is not an account. A tool may have wrapped
 * the error.
 */
export function connectOfferOf(error: unknown): ConnectOffer | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++)
    if (cause instanceof ConnectionNeeded) return cause.offer
  return null
}
