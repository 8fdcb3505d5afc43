import type { Bus } from '#ground/bus/bus.ts'
import { createLocalBus } from '#ground/bus/local.ts'
import { createSeal, NO_SEAL } from '#ground/bus/seal.ts'
import type { Clock } from '#ground/base/clock.ts'
import { createShared } from '#ground/base/shared.ts'
import type { Log } from '#ground/base/log.ts'
import type { SharedConfig } from './config/shared.ts'
import { busSecretOf, type Secrets } from './secrets.ts'

/** Opens buses for the Hubs of one process. */
export interface Buses {
  open(place: BusPlace & Pick<SharedConfig, 'store'>, deps: BusDeps): Promise<Bus>
}

/** Each Hub has a bus of its own. */
export const ownBuses: Buses = { open: openBus }

/** The Hubs of one store have one bus, which tells of outages by the log of the first. */
export function createSharedBuses(): Buses {
  const buses = createShared<Bus>((bus, leave) => ({ ...bus, [Symbol.asyncDispose]: leave }))
  return {
    open: (place, deps) => buses.open(JSON.stringify([place.bus, place.store]), () => openBus(place, deps)),
  }
}

type BusPlace = Pick<SharedConfig, 'bus' | 'secretsFile'>

interface BusDeps {
  secrets: Secrets
  clock: Clock
  log: Log
}

/** The bus of a process: where a server is named, it reaches those of other machines. Nobody waits for that server. */
export async function openBus(
  { bus: address, secretsFile }: BusPlace,
  { secrets, clock, log }: BusDeps,
): Promise<Bus> {
  if (address === null) return createLocalBus({ clock })
  // Large enough that who is alone does without.
  const { openNatsBus } = await import('#ground/bus/nats.ts')
  return openNatsBus({
    address,
    // Secrets of a machine's own say nothing to others.
    seal: secretsFile === null ? NO_SEAL : createSeal(busSecretOf(secrets), clock),
    clock,
    reports: {
      onAway: (reason) =>
        log.warn({ event: 'bus.away', reason }, 'the bus can’t be reached, the store is asked instead'),
      onBack: () => log.info({ event: 'bus.back' }, 'the bus works again'),
      onRefused: (reason) =>
        log.error({ event: 'bus.refused', reason }, 'a server of the bus refused something'),
      onForged: (subject) =>
        log.error(
          { event: 'bus.forged', subject: subject.split('.')[0] },
          'something on the bus was not said by a machine of ours, and is not heard',
        ),
    },
  })
}
