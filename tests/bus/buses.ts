import type { TestContext } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { readBusAddress } from '#ground/bus/address.ts'
import type { Bus } from '#ground/bus/bus.ts'
import { createLocalBus } from '#ground/bus/local.ts'
import { openNatsBus, type NatsReports } from '#cluster/bus/nats.ts'
import { createSeal, type Seal } from '#cluster/bus/signature.ts'
import { natsProgram, startNats, type OwnNats } from '../support/nats.ts'

/** Who speaks and who listens: of one process, or of two machines. */
export interface Ends {
  speaker: Bus
  listener: Bus
}

/** What the bus is made of. */
export interface Engine {
  name: string
  /** Why its tests can't run on this machine, or false. */
  skip: string | false
  open(t: TestContext): Promise<Ends>
}

export const NATS_SKIP = natsProgram ? false : 'no nats-server on this machine'

export const ENGINES: readonly Engine[] = [
  {
    name: 'the process',
    skip: false,
    async open(t) {
      const bus = createLocalBus({ clock: systemClock })
      t.after(() => bus[Symbol.asyncDispose]())
      return { speaker: bus, listener: bus }
    },
  },
  {
    name: 'NATS',
    skip: NATS_SKIP,
    async open(t) {
      const { url } = await startNats(t)
      return { speaker: await connectedBus(t, url), listener: await connectedBus(t, url) }
    },
  },
]

/** A bus as a machine opens it. */
export function natsBus(
  t: TestContext,
  url: string,
  reports: Partial<NatsReports> = {},
  seal: Seal = createSeal('what machines share', systemClock),
): Bus {
  const bus = openNatsBus({
    address: readBusAddress(url)!,
    seal,
    clock: systemClock,
    reports: { onOutage() {}, onRecovery() {}, onRefused() {}, onForged() {}, ...reports },
  })
  t.after(() => bus[Symbol.asyncDispose]())
  return bus
}

/** The same once it reaches the server, which nobody else waits for. */
export async function connectedBus(t: TestContext, url: string): Promise<Bus> {
  const bus = natsBus(t, url)
  const other = natsBus(t, url)
  using _ = other.answer('are-you-there', (text) => text)
  await until(async () => (await bus.request('are-you-there', 'yes', 1000)).kind === 'answered')
  await other[Symbol.asyncDispose]()
  return bus
}

/** Two buses that reach each other, on a server that can be ended. */
export async function natsEnds(t: TestContext): Promise<Ends & { server: OwnNats }> {
  const server = await startNats(t)
  const [speaker, listener] = [await connectedBus(t, server.url), await connectedBus(t, server.url)]
  return { speaker, listener, server }
}

/** What somebody publishes has a way of its own to the server: ask until what is wanted shows. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 20_000
  while (!(await holds())) {
    if (Date.now() > end) throw new Error('it did not happen in 20 seconds')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}
