import type { FastifyRequest } from 'fastify'
import type { ConsoleCaller } from '#ground/api/console-app.ts'

/** Address of another bridge. */
export interface OtherBridge {
  hub: string
  instance: string
  address: string
}

/** A request that one bridge sends to another, as both see it. */
export interface RelayedRequest {
  method: string
  /** Path and query. */
  target: string
  /** As it was understood; undefined without one. */
  body: unknown
}

/** The caller, as the first bridge knows them. The responding bridge decides on their permissions. */
export type Asker = Pick<ConsoleCaller, 'email' | 'name' | 'userId' | 'via' | 'keyHubs'>

/** A bridge did not answer, or something else did in its place. */
export class Unreached extends Error {
  readonly isLate: boolean
  constructor(reason: string, options: { isLate?: boolean; cause?: unknown } = {}) {
    super(reason, { cause: options.cause })
    this.name = 'Unreached'
    this.isLate = options.isLate ?? false
  }
}

/**
 * Sends a request to the bridge of another Hub, in the name of a caller of this bridge.
 *
 * @param late Aborts when the response is no longer needed; default a few seconds from now.
 * @throws Refused as the other bridge refused, Unreached
 */
export type AskBridge = (
  bridge: OtherBridge,
  request: RelayedRequest,
  from: { caller: ConsoleCaller; gone: AbortSignal; late?: AbortSignal },
) => Promise<unknown>

/** Checks of requests that another bridge forwards. */
export interface AcceptRelayed {
  /**
   * A relayed request: its caller, and the receipt for its response. Null for a direct request.
   *
   * @throws Refused when the request has an invalid relay token.
   */
  of(request: FastifyRequest): Promise<AcceptedRequest | null>
}

export interface AcceptedRequest {
  asker: Asker
  receipt: string
  /** @throws Refused unless this body is what the pass was made for. */
  checkBody(body: unknown): void
}
