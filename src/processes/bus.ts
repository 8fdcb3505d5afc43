import type { BusAddress } from '#ground/bus/address.ts'
import type { Bus } from '#ground/bus/bus.ts'
import { createLocalBus } from '#ground/bus/local.ts'
import type { Clock } from '#ground/base/clock.ts'
import { createShared } from '#ground/base/shared.ts'
import type { Log } from '#ground/base/log.ts'
import type { SharedConfig } from './config/shared.ts'

/** Opens buses for the Hubs of one process. */
export interface Buses {
  open(place: Pick<SharedConfig, 'bus' | 'store'>, deps: BusDeps): Promise<Bus>
}

/** Each Hub has a bus of its own. */
export const ownBuses: Buses = { open: ({ bus }, deps) => openBus(bus, deps) }

/** The Hubs of one store have one bus, which tells of outages by the log of the first. */
export function createSharedBuses(): Buses {
  const buses = createShared<Bus>((bus, leave) => ({ ...bus, [Symbol.asyncDispose]: leave }))
  return {
    open: ({ bus, store }, deps) => buses.open(JSON.stringify([bus, store]), () => openBus(bus, deps)),
  }
}

interface BusDeps {
  clock: Clock
  log: Log
}

/** The bus of a process: where a server is named, it reaches those of other machines. Nobody waits for that server. */
export async function openBus(address: BusAddress | null, { clock, log }: BusDeps): Promise<Bus> {
  if (address === null) return createLocalBus({ clock })
  // Large enough that who is alone does without.
  const { openNatsBus } = await import('#ground/bus/nats.ts')
  return openNatsBus({
    address,
    clock,
    reports: {
      onAway: (reason) =>
        log.warn({ event: 'bus.away', reason }, 'the bus can’t be reached, the store is asked instead'),
      onBack: () => log.info({ event: 'bus.back' }, 'the bus works again'),
      onRefused: (reason) =>
        log.error({ event: 'bus.refused', reason }, 'a server of the bus refused something'),
    },
  })
}
