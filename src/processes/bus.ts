import type { Bus } from '#ground/bus/bus.ts'
import { createLocalBus } from '#ground/bus/local.ts'
import type { Clock } from '#ground/base/clock.ts'
import { createShared } from '#ground/base/shared.ts'
import type { Log } from '#ground/base/log.ts'
import type { SharedConfig } from './config/shared.ts'
import { busSecretOf, type Secrets } from './secrets.ts'

export interface Buses {
  open(place: BusSettings & Pick<SharedConfig, 'store'>, deps: BusDeps): Promise<Bus>
}

export const ownBuses: Buses = { open: openBus }

export function createSharedBuses(): Buses {
  const buses = createShared<Bus>((bus, leave) => ({ ...bus, [Symbol.asyncDispose]: leave }))
  return {
    open: (place, deps) => buses.open(JSON.stringify([place.bus, place.store]), () => openBus(place, deps)),
  }
}

export type BusSettings = Pick<SharedConfig, 'bus' | 'secretsFile'>

interface BusDeps {
  secrets: Secrets
  clock: Clock
  log: Log
}

export async function openBus(place: BusSettings, { secrets, clock, log }: BusDeps): Promise<Bus> {
  if (place.bus === null) return createLocalBus({ clock })
  const { openSharedBus } = await import('#cluster/bus/open.ts')
  return openSharedBus({ address: place.bus, secret: busSecretFor(place, secrets), clock, log })
}

/** Returns null if the secrets are in the data folder, because other instances cannot read them there. */
export const busSecretFor = ({ secretsFile }: BusSettings, secrets: Secrets): string | null =>
  secretsFile === null ? null : busSecretOf(secrets)
