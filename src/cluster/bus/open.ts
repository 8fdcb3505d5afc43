import type { Clock } from '#ground/base/clock.ts'
import type { Log } from '#ground/base/log.ts'
import type { BusAddress } from '#ground/bus/address.ts'
import type { Bus } from '#ground/bus/bus.ts'
import { openNatsBus } from './nats.ts'
import { createSeal, NO_SEAL, type Seal } from './signature.ts'

export interface SharedBusOptions {
  address: BusAddress
  /** Signs the messages; null: the instances share no secret. */
  secret: string | null
  clock: Clock
  log: Log
}

/** Does not wait for the server. */
export const openSharedBus = ({ address, secret, clock, log }: SharedBusOptions): Bus =>
  openNatsBus({
    address,
    seal: sealOf(secret, clock),
    clock,
    reports: {
      onOutage: (reason) =>
        log.warn({ event: 'bus.away', reason }, 'message bus is unreachable; polling the database instead'),
      onRecovery: () => log.info({ event: 'bus.back' }, 'message bus is reachable again'),
      onRefused: (reason) =>
        log.error({ event: 'bus.refused', reason }, 'a message bus server refused a request'),
      onForged: (subject) =>
        log.error(
          { event: 'bus.forged', subject: subject.split('.')[0] },
          'dropped an unsigned or forged message of the message bus',
        ),
    },
  })

const TIMEOUT_MS = 3000
const POLL_INTERVAL_MS = 50

/** @returns The problem; null if the bus accepts the connection. */
export async function tryBus({
  address,
  secret,
  clock,
}: Omit<SharedBusOptions, 'log'>): Promise<string | null> {
  let reason = 'no server answers'
  const setReason = (why: string) => {
    reason = why
  }
  await using bus = openNatsBus({
    address,
    seal: sealOf(secret, clock),
    clock,
    reports: { onOutage: setReason, onRefused: setReason, onRecovery() {}, onForged() {} },
  })
  for (const end = clock.now() + TIMEOUT_MS; clock.now() < end; await clock.sleep(POLL_INTERVAL_MS))
    if (bus.reachesOthers()) return null
  return reason
}

const sealOf = (secret: string | null, clock: Clock): Seal =>
  secret === null ? NO_SEAL : createSeal(secret, clock)
