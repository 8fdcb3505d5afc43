import { fetchWhole, type WholeAnswer } from './fetch-whole.ts'
import type { ReachableHubs } from './hubs.ts'
import type { Upstream } from './upstream.ts'

export interface EdgeReadiness {
  status: 'ready' | 'draining' | 'not_ready'
  /** Readable names of missing servers; empty if ready. */
  missing: readonly string[]
}

const ANSWER_MS = 2_000

/** The edge is ready if at least one bridge responds and the web chat, which checks the database, is ready. */
export async function readReadiness(
  { chatapp, hubs }: { chatapp: Upstream; hubs: Pick<ReachableHubs, 'list'> },
  { isClosing }: { isClosing: boolean },
): Promise<EdgeReadiness> {
  if (isClosing) return { status: 'not_ready', missing: ['it is stopping'] }
  const [page, ...bridges] = await Promise.all([
    ask(chatapp, READY),
    ...hubs.list.map(({ bridge }) => ask(bridge, '/healthz')),
  ])
  const missing = [
    ...(page?.status === 200 ? [] : [lackOf(page)]),
    ...(bridges.some((bridge) => bridge?.status === 200) ? [] : ['no Hub answers']),
  ]
  if (missing.length === 0) return { status: 'ready', missing }
  return { status: missing.length === 1 && codeOf(page) === 'draining' ? 'draining' : 'not_ready', missing }
}

const READY = '/health/db'

const ask = (upstream: Upstream, path: string): Promise<WholeAnswer | null> =>
  fetchWhole(upstream, { path, headers: '', signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => null)

const LACKS: Readonly<Record<string, string>> = {
  store_away: 'the database is unreachable',
  draining: 'this instance accepts no new requests',
}

const lackOf = (page: WholeAnswer | null): string =>
  page === null ? 'the web chat does not answer' : (LACKS[codeOf(page) ?? ''] ?? 'the web chat is not ready')

function codeOf(page: WholeAnswer | null): string | null {
  try {
    const { code } = JSON.parse(page?.body.toString() ?? '') as { code?: unknown }
    return typeof code === 'string' ? code : null
  } catch {
    return null
  }
}
