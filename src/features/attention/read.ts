import { readDecisions } from './decisions.ts'
import { readHubTroubles, type HubTroublesDeps } from './hub-troubles.ts'
import type { AttentionReader } from './reader.ts'
import { LEVELS, type AttentionItem } from './schema.ts'
import { readServiceTroubles } from './service-troubles.ts'
import { readUseTroubles, type AttentionDeps } from './use-troubles.ts'
import { readWorkTroubles } from './work-troubles.ts'

export type AttentionReadDeps = AttentionDeps & HubTroublesDeps

/** Only people who manage a Hub or the organization have a list. */
export const hasAttention = ({ isOrganizationAdmin, manages }: AttentionReader): boolean =>
  isOrganizationAdmin || manages.length > 0

/**
 * The items that a person sees: the Overview shows them, and notices report them. The number of statements is
 * independent of the number of Hubs, runs and people.
 */
export async function readAttention(
  deps: AttentionReadDeps,
  reader: AttentionReader,
  { hub, readHubs = readHubItems }: { hub?: string; readHubs?: typeof readHubItems } = {},
): Promise<AttentionItem[]> {
  if (!hasAttention(reader)) return []
  const hubs = hub === undefined ? reader.manages : [hub]
  const found = await Promise.all([
    readHubs(deps, hubs),
    readDecisions(deps, reader, { hubs, isOfHub: hub !== undefined }),
    ...(hub === undefined && reader.isOrganizationAdmin ? [readServiceTroubles(deps)] : []),
  ])
  return found.flat().toSorted(worstFirst)
}

/** Items that every manager of these Hubs sees. */
export async function readHubItems(
  deps: AttentionReadDeps,
  hubs: readonly string[],
): Promise<AttentionItem[]> {
  const found = await Promise.all([
    readHubTroubles(deps, hubs),
    readWorkTroubles(deps, hubs),
    readUseTroubles(deps, hubs),
  ])
  return found.flat()
}

const worstFirst = (one: AttentionItem, other: AttentionItem): number =>
  LEVELS.indexOf(one.level) - LEVELS.indexOf(other.level) ||
  (other.since ?? '').localeCompare(one.since ?? '')
