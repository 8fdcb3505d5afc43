import type { FastifyRequest } from 'fastify'
import type { ConsoleCaller } from '#ground/api/console-app.ts'

export interface OtherBridge {
  hub: string
  instance: string
  address: string
}

export interface RelayedRequest {
  method: string
  /** Path and query. */
  target: string
  body: unknown
}

/** The relaying bridge has identified this caller. The receiving bridge decides on permissions. */
export type RelayedCaller = Pick<ConsoleCaller, 'email' | 'name' | 'userId' | 'via' | 'keyHubs'>

/** Another bridge did not respond, or another program responded at its address. */
export class Unreached extends Error {
  readonly isLate: boolean
  constructor(reason: string, options: { isLate?: boolean; cause?: unknown } = {}) {
    super(reason, { cause: options.cause })
    this.name = 'Unreached'
    this.isLate = options.isLate ?? false
  }
}

/** @throws the other bridge's `ApiRefused`, or `Unreached` */
export type QueryBridge = (
  bridge: OtherBridge,
  request: RelayedRequest,
  from: { caller: ConsoleCaller; disconnectSignal: AbortSignal; deadlineSignal?: AbortSignal },
) => Promise<unknown>

export interface AcceptRelayed {
  /** Null for a direct request. @throws ApiRefused if the relay token is invalid. */
  of(request: FastifyRequest): Promise<AcceptedRequest | null>
}

export interface AcceptedRequest {
  asker: RelayedCaller
  receipt: string
  /** @throws ApiRefused if the relay token was made for another body. */
  checkBody(body: unknown): void
}
