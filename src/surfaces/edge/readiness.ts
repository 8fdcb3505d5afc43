import { fetchWhole } from './fetch-whole.ts'
import type { ReachableHubs } from './hubs.ts'
import type { Upstream } from './upstream.ts'

/** Whether people who are sent here are served. */
export interface Readiness {
  isReady: boolean
  /** What is missing, in words; nothing when it is ready. */
  missing: readonly string[]
}

const ANSWER_MS = 2_000

/** The web chat must answer, and a bridge: the rest of the Hubs is told by their own. */
export async function readReadiness(
  { chatapp, hubs }: { chatapp: Upstream; hubs: Pick<ReachableHubs, 'list'> },
  { isClosing }: { isClosing: boolean },
): Promise<Readiness> {
  if (isClosing) return { isReady: false, missing: ['it is stopping'] }
  const [page, ...bridges] = await Promise.all([
    answers(chatapp, '/health'),
    ...hubs.list.map(({ bridge }) => answers(bridge, '/healthz')),
  ])
  const missing = [
    ...(page ? [] : ['the web chat does not answer']),
    ...(bridges.includes(true) ? [] : ['no Hub answers']),
  ]
  return { isReady: missing.length === 0, missing }
}

const answers = (upstream: Upstream, path: string): Promise<boolean> =>
  fetchWhole(upstream, { path, headers: [], signal: AbortSignal.timeout(ANSWER_MS) }).then(
    ({ status }) => status === 200,
    () => false,
  )
