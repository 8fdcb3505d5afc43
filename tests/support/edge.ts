import type { TestContext } from 'node:test'
import { listen } from '#ground/base/http-server.ts'
import { newId } from '#ground/base/ids.ts'
import { silentLog } from '#ground/base/log.ts'
import { createOwnAddress } from '#ground/base/network/own-address.ts'
import { createClientAddress } from '#surfaces/edge/client-address.ts'
import { createEdge, EDGE_LIMITS, type EdgeOptions } from '#surfaces/edge/edge.ts'
import { onlyHub, type EdgeAwayHub, type EdgeHub, type EdgeHubs } from '#surfaces/edge/hubs.ts'
import { edgeEvents, type EdgeEvents } from '#surfaces/edge/log-events.ts'
import { OUR_PREFIXES } from '#surfaces/edge/headers.ts'
import { startRecordingServer, type RecordingServer } from './recording-server.ts'

export interface TestEdge {
  readonly url: string
  readonly port: number
  readonly chatapp: RecordingServer
  readonly bridge: RecordingServer
  readonly inbound: RecordingServer
  readonly events: readonly string[]
  close(): Promise<void>
}

export interface TestEdgeOptions extends Partial<Omit<EdgeOptions, 'chatapp' | 'limits'>> {
  chatapp?: Parameters<typeof startRecordingServer>[1]
  bridge?: Parameters<typeof startRecordingServer>[1]
  inbound?: boolean
  limits?: Partial<EdgeOptions['limits']>
  /** Default: `garden`. */
  hubSlug?: string
  mcp?: boolean
  mcpSignIn?: boolean
  chatappUrl?: string
}

export async function startTestEdge(t: TestContext, options: TestEdgeOptions = {}): Promise<TestEdge> {
  const {
    chatapp: answer = 'from chatapp',
    bridge: decision = 'from bridge',
    inbound: hasInbound = true,
    limits,
    chatappUrl,
    hubSlug = 'garden',
    mcp = false,
    mcpSignIn = false,
    ...rest
  } = options
  const chatapp = await startRecordingServer(t, answer)
  const bridge = await startRecordingServer(t, decision)
  const inbound = await startRecordingServer(t, 'from inbound')
  const events: string[] = []
  const edge = createEdge({
    chatapp: chatappUrl ?? chatapp.url,
    hubs: onlyHub({
      slug: hubSlug,
      bridge: bridge.url,
      inbound: hasInbound ? inbound.url : null,
      mcp,
      mcpSignIn,
    }),
    publicProtocol: 'http',
    own: createOwnAddress({ publicUrl: null, names: ['*'] }),
    readClientAddress: createClientAddress([]),
    stripPrefixes: OUR_PREFIXES,
    newRequestId: newId,
    events: recordNames(events),
    ...rest,
    limits: { ...EDGE_LIMITS, drainMs: 2_000, ...limits },
  })
  const url = await listen(edge.server, { host: '127.0.0.1', port: 0, variable: 'PORT' })
  let closed: Promise<void> | null = null
  const close = () => (closed ??= Promise.resolve(edge[Symbol.asyncDispose]()))
  t.after(close)
  return { url, port: Number(new URL(url).port), chatapp, bridge, inbound, events, close }
}

const recordNames = (names: string[]): EdgeEvents => {
  const events = edgeEvents(silentLog())
  return new Proxy(events, {
    get: (target, name: keyof EdgeEvents) => {
      return (details: never) => {
        names.push(name)
        target[name](details)
      }
    },
  })
}

export function movingHubs(
  first: readonly EdgeHub[],
): EdgeHubs & { become(hubs: readonly EdgeHub[], away?: readonly EdgeAwayHub[]): void } {
  let hubs = first
  let gone: readonly EdgeAwayHub[] = []
  const listeners = new Set<() => void>()
  return {
    list: () => hubs,
    away: () => gone,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    become(next, away = []) {
      hubs = next
      gone = away
      for (const notify of listeners) notify()
    },
  }
}
