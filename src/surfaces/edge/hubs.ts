import type { Upstream } from './upstream.ts'

export interface EdgeHub {
  slug: string
  /** Base address, such as `http://127.0.0.1:8000`. */
  bridge: string
  /** Base address of the Hub's inbound receiver; null without a receiver. */
  inbound: string | null
  /** Whether the Hub's MCP server is reachable through the edge. */
  mcp: boolean
  /** Whether the edge serves metadata for sign-in to the Hub's MCP server. */
  mcpSignIn: boolean
}

/** An unavailable Hub. It keeps its paths until it returns. */
export interface EdgeAwayHub {
  slug: string
  away: 'starting' | 'broken' | 'paused'
}

export interface EdgeHubs {
  /** In order of preference for requests that any bridge can handle. */
  list(this: void): readonly EdgeHub[]
  away(this: void): readonly EdgeAwayHub[]
  onChange(listener: () => void): () => void
}

export const onlyHub = (hub: EdgeHub): EdgeHubs => ({
  list: () => [hub],
  away: () => [],
  onChange: () => () => {},
})

export interface ReachableHub extends Omit<EdgeHub, 'bridge' | 'inbound'> {
  bridge: Upstream
  inbound: Upstream | null
}

export interface ReachableHubs extends AsyncDisposable {
  readonly list: readonly ReachableHub[]
  /** Includes unavailable Hubs. */
  readonly bySlug: ReadonlyMap<string, ReachableHub | EdgeAwayHub>
  /** Bridges of all Hubs. A request that any bridge can handle is sent to the first. */
  readonly bridges: readonly Upstream[]
}

/** Maintains connections to the servers of each Hub. Running responses of a removed or moved Hub end normally. */
export function reachHubs(
  hubs: EdgeHubs,
  open: (name: 'bridge' | 'inbound', origin: string) => Upstream,
): ReachableHubs {
  const opened = new Map<string, Upstream>()
  const closing = new Set<Promise<void>>()
  let list: readonly ReachableHub[] = []
  let bySlug: ReachableHubs['bySlug'] = new Map()
  let bridges: readonly Upstream[] = []

  const at = (name: 'bridge' | 'inbound', origin: string): Upstream => {
    const key = `${name} ${origin}`
    const upstream = opened.get(key) ?? open(name, origin)
    opened.set(key, upstream)
    return upstream
  }
  const follow = () => {
    list = hubs.list().map((hub) => ({
      ...hub,
      bridge: at('bridge', hub.bridge),
      inbound: hub.inbound === null ? null : at('inbound', hub.inbound),
    }))
    bySlug = new Map([...hubs.away(), ...list].map((hub) => [hub.slug, hub]))
    bridges = list.map(({ bridge }) => bridge)
    const used = new Set(list.flatMap(({ bridge, inbound }) => [bridge, inbound]))
    for (const [key, upstream] of opened) {
      if (used.has(upstream)) continue
      opened.delete(key)
      const closed = upstream.close().finally(() => closing.delete(closed))
      closing.add(closed)
    }
  }
  const stop = hubs.onChange(follow)
  follow()

  return {
    get list() {
      return list
    },
    get bySlug() {
      return bySlug
    },
    get bridges() {
      return bridges
    },
    async [Symbol.asyncDispose]() {
      stop()
      await Promise.all([...opened.values()].map((upstream) => upstream[Symbol.asyncDispose]()))
      await Promise.all(closing)
    },
  }
}
