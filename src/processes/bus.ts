import type { Bus } from '#ground/bus/bus.ts'
import { createLocalBus } from '#ground/bus/local.ts'
import { createSeal, NO_SEAL, type Seal } from '#ground/bus/seal.ts'
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

/** The Hubs of one store share one bus, whose outages are logged by the first. */
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

/**
 * The bus of a process: with a configured server, it reaches those of other machines. Does not wait for that
 * server.
 */
export async function openBus(place: BusPlace, { secrets, clock, log }: BusDeps): Promise<Bus> {
  const { bus: address } = place
  if (address === null) return createLocalBus({ clock })
  // Large enough that who is alone does without.
  const { openNatsBus } = await import('#ground/bus/nats.ts')
  return openNatsBus({
    address,
    seal: sealOf(place, { secrets, clock }),
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
          'dropped an unsigned or forged message on the bus',
        ),
    },
  })
}

const TRY_MS = 3000
const LOOK_MS = 50

/** Try the bus that is named, as a machine will use it. @returns What is wrong; null when it lets us in. */
export async function troubleOfBus(
  place: BusPlace,
  { secrets, clock }: Pick<BusDeps, 'secrets' | 'clock'>,
): Promise<string | null> {
  if (place.bus === null) return null
  let reason = 'no server answers'
  const told = (why: string) => {
    reason = why
  }
  const { openNatsBus } = await import('#ground/bus/nats.ts')
  await using bus = openNatsBus({
    address: place.bus,
    seal: sealOf(place, { secrets, clock }),
    clock,
    reports: { onAway: told, onRefused: told, onBack() {}, onForged() {} },
  })
  for (const end = clock.now() + TRY_MS; clock.now() < end; await clock.sleep(LOOK_MS))
    if (bus.reachesOthers()) return null
  return reason
}

/** Other machines do not know a machine's own secrets. */
const sealOf = ({ secretsFile }: BusPlace, { secrets, clock }: Pick<BusDeps, 'secrets' | 'clock'>): Seal =>
  secretsFile === null ? NO_SEAL : createSeal(busSecretOf(secrets), clock)
