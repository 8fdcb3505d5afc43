import type { ListedHub, ServedHub } from '#processes/served-hubs.ts'
import type { HubState } from './hub-state.ts'

/** What is known of a Hub beside how it is. */
export interface KnownHub {
  folder: string
  slug: string
  /** Epoch milliseconds of when it began to serve or ceased to. */
  since: number
  /** As it served last; null when it never did. */
  last: ServedHub | null
}

/** A Hub as edge, web chat and bridges are told of it. One that is away stays where it was: it comes back there. Pure. */
export function listedHub(state: HubState, { folder, slug, since, last }: KnownHub): ListedHub {
  const told = { folder, slug, since: new Date(since).toISOString() }
  if (state.kind === 'serving') return { ...state.hub, ...told, state: 'serving' }
  const problem = state.kind === 'broken' ? state.message : null
  return { ...(last ?? NOWHERE), ...told, state: state.kind, problem }
}

const NOWHERE = { bridge: null, inbound: null, mcp: false, mcpSignIn: false }
