import type { Clock } from '#ground/base/clock.ts'
import { fetchWholeFromAny } from './fetch-whole.ts'
import type { ReachableHubs } from './hubs.ts'

/** Agents whose access is managed in the Console. If the state is unknown, all agents count as managed. */
export interface Managed {
  has(slug: string): boolean
  readonly isAny: boolean
  readonly areAll: boolean
}

export interface ManagedHubsOptions {
  hubs: Pick<ReachableHubs, 'bySlug' | 'bridges'>
  bridgeKey: string
  clock: Pick<Clock, 'now'>
}

const TTL_MS = 5_000
const ANSWER_MS = 3_000

export function createManagedHubs({ hubs, bridgeKey, clock }: ManagedHubsOptions): () => Promise<Managed> {
  let kept: { at: number; managed: Promise<Managed> } | null = null

  const ask = async (): Promise<Managed> => {
    const known = [...hubs.bySlug.keys()]
    try {
      const answer = await fetchWholeFromAny(hubs.bridges, {
        path: '/v1/hubs',
        headers: `Authorization: Bearer ${bridgeKey}\r\n`,
        signal: AbortSignal.timeout(ANSWER_MS),
      })
      return managedIn(answer, known)
    } catch {
      return { has: () => true, isAny: true, areAll: true }
    }
  }
  return () => {
    if (kept === null || clock.now() - kept.at >= TTL_MS) kept = { at: clock.now(), managed: ask() }
    return kept.managed
  }
}

function managedIn({ status, body }: { status: number; body: Buffer }, known: readonly string[]): Managed {
  if (status !== 200) throw new Error(`status ${status}`)
  const { data } = JSON.parse(body.toString()) as { data: { id: string; managed?: unknown }[] }
  const free = new Set(data.filter(({ managed }) => managed === false).map(({ id }) => id))
  const managed = new Set([...data.map(({ id }) => id), ...known].filter((slug) => !free.has(slug)))
  return {
    has: (slug) => managed.has(slug),
    isAny: managed.size > 0,
    areAll: known.every((slug) => managed.has(slug)),
  }
}
