import { createBeats, type Beats } from '#core/serving/serve.ts'
import { systemClock } from '#ground/base/clock.ts'
import { receive, type Receive } from '#ground/base/http-server.ts'
import { newId } from '#ground/base/ids.ts'

/** Where a Hub's bridge is reached and found. */
export interface Place extends Beats {
  /** Tells it from another that serves the same Hub. */
  readonly instance: string
  receive: Receive
}

/** That of a bridge that has it for itself, as long as it runs. */
export const ownPlace = (onFailure: (error: unknown) => void): Place => ({
  instance: newId(),
  receive,
  ...createBeats({ clock: systemClock, onFailure }),
})
