import type { Upstream } from './upstream.ts'

export interface EdgeHub {
  slug: string
  bridge: string
  /** Base address of the Hub's inbound receiver; null without a receiver. */
  inbound: string | null
  mcp: boolean
  mcpSignIn: boolean
}

export interface EdgeAwayHub {
  slug: string
  away: 'starting' | 'broken' | 'paused'
}

export interface EdgeHubs {
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
  readonly bySlug: ReadonlyMap<string, ReachableHub | EdgeAwayHub>
  readonly bridges: readonly Upstream[]
}

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
