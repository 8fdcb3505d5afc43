import type { Clock } from '#ground/base/clock.ts'
import type { ListedHub, ServedHub } from '#processes/served-hubs.ts'
import type { HubState } from './hub-state.ts'

export interface HubListing {
  /** Null while the Hub has no slug. */
  readonly listed: ListedHub | null
  setSlug(slug: string | null): void
  setState(state: HubState): void
}

export interface HubListingDeps {
  clock: Pick<Clock, 'now'>
  onSlug(): void
}

/** A Hub that is unavailable stays listed, so that its address does not change. */
export function createHubListing(folder: string, { clock, onSlug }: HubListingDeps): HubListing {
  let slug: string | null = null
  let state: HubState = { kind: 'starting' }
  let since = clock.now()
  let last: ServedHub | null = null
  return {
    get listed(): ListedHub | null {
      if (slug === null) return null
      const common = { folder, slug, since: new Date(since).toISOString() }
      if (state.kind === 'serving') return { ...state.hub, ...common, state: 'serving' }
      const problem = state.kind === 'broken' ? state.message : null
      return { ...(last ?? NOWHERE), ...common, state: state.kind, problem }
    },
    setSlug(now) {
      if (now === slug) return
      slug = now
      if (now !== null) onSlug()
    },
    setState(next) {
      if ((next.kind === 'serving') !== (state.kind === 'serving')) since = clock.now()
      if (next.kind === 'serving') last = next.hub
      state = next
    },
  }
}

const NOWHERE = { bridge: null, inbound: null, mcp: false, mcpSignIn: false }
