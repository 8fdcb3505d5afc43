import { createBeats, type Beats } from '#core/serving/serve.ts'
import { systemClock } from '#ground/base/clock.ts'
import { receiveRequest, type Receive } from '#ground/base/http-server.ts'
import { newId } from '#ground/base/ids.ts'

/** A bridge's address and registration. */
export interface BridgeRegistration extends Beats {
  /** Distinguishes it from another bridge of the same Hub. */
  readonly instance: string
  receive: Receive
}

/** The place of a bridge of its own, while it runs. */
export const createBridgeRegistration = (onFailure: (error: unknown) => void): BridgeRegistration => ({
  instance: newId(),
  receive: receiveRequest,
  ...createBeats({ clock: systemClock, onFailure }),
})
