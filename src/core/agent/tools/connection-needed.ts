import type { ConnectOffer } from '#ground/turn/schema.ts'

export type ConnectionLack = 'missing' | 'expired' | 'revoked' | 'scope_missing'

export class ConnectionNeeded extends Error {
  readonly lack: ConnectionLack
  readonly offer: ConnectOffer | null

  constructor(message: string, { lack, offer }: { lack: ConnectionLack; offer: ConnectOffer | null }) {
    super(message)
    this.name = 'ConnectionNeeded'
    this.lack = lack
    this.offer = offer
  }
}

export function connectOfferOf(error: unknown): ConnectOffer | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++)
    if (cause instanceof ConnectionNeeded) return cause.offer
  return null
}
