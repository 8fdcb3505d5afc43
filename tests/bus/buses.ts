import type { TestContext } from 'node:test'
import { systemClock } from '#ground/base/clock.ts'
import { readBusAddress } from '#ground/bus/address.ts'
import type { Bus } from '#ground/bus/bus.ts'
import { createLocalBus } from '#ground/bus/local.ts'
import { openNatsBus, type NatsReports } from '#cluster/bus/nats.ts'
import { sentenceOf } from '#cluster/bus/trouble.ts'
import { createSeal, type Seal } from '#cluster/bus/signature.ts'
import { natsProgram, startNats, type OwnNats } from '../support/nats.ts'
import { until } from '../support/until.ts'

export interface Ends {
  speaker: Bus
  listener: Bus
}

export interface Engine {
  name: string
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

export function natsBus(
  t: TestContext,
  url: string,
  { onOutage, ...reports }: Partial<Omit<NatsReports, 'onOutage'>> & { onOutage?(reason: string): void } = {},
  seal: Seal = createSeal('what machines share', systemClock),
): Bus {
  const bus = openNatsBus({
    address: readBusAddress(url)!,
    seal,
    clock: systemClock,
    reports: {
      onOutage: (trouble) => onOutage?.(sentenceOf(trouble)),
      onRecovery() {},
      onRefused() {},
      onForged() {},
      ...reports,
    },
  })
  t.after(() => bus[Symbol.asyncDispose]())
  return bus
}

export async function connectedBus(t: TestContext, url: string): Promise<Bus> {
  const bus = natsBus(t, url)
  const other = natsBus(t, url)
  using _ = other.answer('are-you-there', (text) => text)
  await until(async () => (await bus.request('are-you-there', 'yes', 1000)).kind === 'answered')
  await other[Symbol.asyncDispose]()
  return bus
}

export async function natsEnds(t: TestContext): Promise<Ends & { server: OwnNats }> {
  const server = await startNats(t)
  const [speaker, listener] = [await connectedBus(t, server.url), await connectedBus(t, server.url)]
  return { speaker, listener, server }
}
