import { createServer } from 'node:net'
import type { Environment } from '#ground/base/environment.ts'
import { createOneByOne } from '#ground/base/one-by-one.ts'
import { describePortOwner } from '../port-owner.ts'
import type { GatewayRecord, PortKind } from './record.ts'

export class PortRefused extends Error {
  override name = 'PortRefused'
}

const VARIABLES: Record<PortKind, string> = { bridge: 'BRIDGE_PORT', inbound: 'SVC_INBOUND_PORT' }

export interface PortsOptions {
  record: Pick<GatewayRecord, 'ports'>
  /** First port of each kind. With 0, each Hub gets any free port, and no port is stored. */
  first: Record<PortKind, number>
  save(): void
}

export interface SettledPorts {
  ports: Record<PortKind, number | null>
  remarks: string[]
}

/** @throws PortRefused for a value that is not a port number. */
export function portsIn(file: Environment): Partial<Record<PortKind, number>> {
  const ports: Partial<Record<PortKind, number>> = {}
  for (const [kind, variable] of Object.entries(VARIABLES) as [PortKind, string][]) {
    const text = file[variable]?.trim()
    if (!text) continue
    if (!/^\d{1,5}$/.test(text) || Number(text) > MAX_PORT)
      throw new PortRefused(
        `${variable} in its .env is ${text}, which is no port; set a number from 0 to ${MAX_PORT}, or remove it`,
      )
    ports[kind] = Number(text)
  }
  return ports
}

/** Each Hub has its own ports and keeps them across restarts. */
export function createPorts({ record, first, save }: PortsOptions) {
  const users = new Map<number, string>()
  const usedBy = new Map<string, number[]>()
  const assigned = new Set(Object.values(record.ports).flatMap(Object.values<number>))
  const nextOffsets: Record<PortKind, number> = { bridge: 0, inbound: 0 }
  const runInOrder = createOneByOne()

  const isFree = async (port: number): Promise<boolean> => !users.has(port) && (await freePort(port)) !== null

  const anyFree = async (): Promise<number> => {
    for (;;) {
      const port = await freePort(0)
      if (port !== null && !users.has(port)) return port
    }
  }

  const next = async (kind: PortKind): Promise<number> => {
    if (first[kind] === 0) return anyFree()
    for (;;) {
      const port = portAt(first[kind], nextOffsets[kind])
      if (port > MAX_PORT)
        throw new PortRefused(`no port from ${first[kind]} on is left (${VARIABLES[kind]})`)
      nextOffsets[kind]++
      if (!assigned.has(port) && (await isFree(port))) return port
    }
  }

  const ownPort = async (kind: PortKind, port: number): Promise<number> => {
    if (port === 0) return anyFree()
    if (await isFree(port)) return port
    const owner = users.get(port) ?? (await describePortOwner(port))
    throw new PortRefused(
      `port ${port} (${VARIABLES[kind]}) is taken by ${owner}; set another port in its .env, or remove the variable`,
    )
  }

  return {
    settle: (hub: string, kinds: readonly PortKind[], named: Partial<Record<PortKind, number>>) =>
      runInOrder('', async (): Promise<SettledPorts> => {
        release(hub)
        const settled: SettledPorts = { ports: { bridge: null, inbound: null }, remarks: [] }
        const known = { ...record.ports[hub] }
        for (const kind of kinds) {
          const before = first[kind] === 0 ? undefined : known[kind]
          const own = named[kind]
          const isReused = own === undefined && before !== undefined && (await isFree(before))
          const port = isReused ? before : own === undefined ? await next(kind) : await ownPort(kind, own)
          if (!isReused && own === undefined && before !== undefined)
            settled.remarks.push(
              `port ${before}, where its ${kind} was, is taken by ${users.get(before) ?? (await describePortOwner(before))}; it listens on ${port} from now on`,
            )
          users.set(port, hub)
          usedBy.set(hub, [...(usedBy.get(hub) ?? []), port])
          settled.ports[kind] = port
          if (own === undefined && first[kind] !== 0) {
            known[kind] = port
            assigned.add(port)
          }
        }
        if (JSON.stringify(known) !== JSON.stringify(record.ports[hub] ?? {})) {
          record.ports[hub] = known
          save()
        }
        return settled
      }),
    release,
  }

  function release(hub: string): void {
    for (const port of usedBy.get(hub) ?? []) users.delete(port)
    usedBy.delete(hub)
  }
}

const MAX_PORT = 65_535
const BLOCK = 100

/** Ports of one kind fill every second block of 100 ports; the blocks between are for the other kind. */
export const portAt = (first: number, place: number): number =>
  first + Math.floor(place / BLOCK) * 2 * BLOCK + (place % BLOCK)

const freePort = (port: number): Promise<number | null> =>
  new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(null))
    server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
      const { port: settled } = server.address() as { port: number }
      server.close(() => resolve(settled))
    })
  })
