import { createBeats, type Beats } from '#core/serving/serve.ts'
import { systemClock } from '#ground/base/clock.ts'
import { listenForRequests, type ListenForRequests } from '#ground/base/http-server.ts'
import { newId } from '#ground/base/ids.ts'

export interface BridgeRegistration extends Beats {
  readonly instance: string
  receive: ListenForRequests
}

export const createBridgeRegistration = (onFailure: (error: unknown) => void): BridgeRegistration => ({
  instance: newId(),
  receive: listenForRequests,
  ...createBeats({ clock: systemClock, onFailure }),
})
