import type { Clock } from '#ground/base/clock.ts'
import type { Log } from '#ground/base/log.ts'
import type { BusAddress } from '#ground/bus/address.ts'
import type { Bus } from '#ground/bus/bus.ts'
import { openNatsBus } from './nats.ts'
import { receiptSubject } from '#ground/bus/work-messages.ts'
import { createSeal, NO_SEAL, type Seal } from './signature.ts'
import { BusTrouble, sentenceOf } from './trouble.ts'

export interface SharedBusOptions {
  address: BusAddress
  /** Key that signs the messages. Null if the instances share no secret. */
  secret: string | null
  clock: Clock
  log: Log
}

export const openSharedBus = ({ address, secret, clock, log }: SharedBusOptions): Bus =>
  openNatsBus({
    address,
    seal: sealOf(secret, clock),
    clock,
    reports: {
      onOutage: (trouble) =>
        log.warn(
          { event: 'bus.away', reason: sentenceOf(trouble) },
          'message bus is unreachable; polling the database instead',
        ),
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

const TIMEOUT_MS = 5000
const POLL_INTERVAL_MS = 50

/**
 * @param subjects The server must permit the instance to publish and subscribe to them.
 * @returns Null if the server accepts the instance.
 */
export async function tryBus({
  address,
  secret,
  clock,
  subjects,
}: Omit<SharedBusOptions, 'log'> & { subjects: readonly string[] }): Promise<BusTrouble | null> {
  const found: { trouble: BusTrouble | null } = { trouble: null }
  const report = (trouble: BusTrouble) => {
    found.trouble ??= trouble
  }
  await using bus = openNatsBus({
    address,
    seal: sealOf(secret, clock),
    clock,
    reports: {
      onOutage: report,
      onRefused: (reason) => report(new BusTrouble('refused', reason, 'permit the Hub’s subjects')),
      onRecovery() {},
      onForged() {},
    },
  })
  const end = clock.now() + TIMEOUT_MS
  for (; !bus.reachesOthers(); await clock.sleep(POLL_INTERVAL_MS)) {
    if (found.trouble !== null) return found.trouble
    if (clock.now() > end) return new BusTrouble('unreachable', 'no server answers')
  }
  using listeners = new DisposableStack()
  for (const subject of subjects) {
    listeners.use(bus.subscribe(subject, () => {}))
    bus.publish(subject, '')
  }
  // The server sends errors and responses in order, so this response follows all refusals.
  await bus.request(receiptSubject('check'), '', Math.max(1, end - clock.now()))
  await clock.sleep(POLL_INTERVAL_MS) // the client reports refusals after the response
  return found.trouble
}

const sealOf = (secret: string | null, clock: Clock): Seal =>
  secret === null ? NO_SEAL : createSeal(secret, clock)
