import { execPath } from 'node:process'
import { HOST_PATH, PROGRAM_FLAGS } from '#processes/host-path.ts'
import type { ListeningRole, RoleName } from '#processes/role.ts'
import { urlOf, type Addresses } from './addresses.ts'
import { superviseChild, type ChildDeps, type ChildSpec, type SupervisedChild } from './child.ts'
import { layoutOf, type RolePart, type ProcessMode } from './layout.ts'

export interface RunningParts {
  pids: readonly (number | null)[]
  warnings: readonly string[]
  endpoints: readonly string[]
  /**
   * Running responses may continue for 10 s, and databases may take 2 s to close. The supervisor then kills remaining
   * processes.
   */
  stop(): Promise<void>
  kill(): void
}

export interface RunningChildren extends RunningParts {
  /** @throws NoEdgeApart, StartFailed. After StartFailed, the remaining old processes continue. */
  replaceEdge(): Promise<void>
}

export interface PartsOptions {
  hubFolder: string
  mode: ProcessMode
  roles: readonly RoleName[]
  edgeWorkers?: number | null
  memoryLimitMb?: number | null
}

/** Thrown if the edge cannot be replaced, because it shares a process with a role that cannot run twice. */
export class NoEdgeApart extends Error {
  override name = 'NoEdgeApart'
}

const HEALTH: Record<ListeningRole, string> = {
  edge: '/svc-portal-navigation.js',
  chatapp: '/health',
  bridge: '/healthz',
  inbound: '/healthz',
}

export const STOP_LIMIT_MS = 12_000

/**
 * A smaller young generation is collected more often: with 4 MB, a turn took a quarter longer. Node's larger default
 * exceeds processor caches.
 */
const YOUNG_GENERATION_MB = 16

export const NODE_FLAGS = [
  '--disable-warning=ExperimentalWarning',
  `--max-semi-space-size=${YOUNG_GENERATION_MB}`,
  ...PROGRAM_FLAGS,
]

/** By default, glibc reserves memory for each thread, and most of the eleven threads of a process do little. */
export const NODE_ENVIRONMENT = { MALLOC_ARENA_MAX: '2' }

/** Resolves when all processes are ready. @throws StartFailed after all started processes have exited. */
export async function startChildren(
  { mode, roles, hubFolder, edgeWorkers, memoryLimitMb = null }: PartsOptions,
  addresses: Pick<Addresses, 'roles' | 'environment'>,
  deps: ChildDeps,
): Promise<RunningChildren> {
  const specs = layoutOf(mode, roles, edgeWorkers).map((part) => ({
    ...specOf(part, hubFolder, addresses),
    memoryLimitMb: part.roles.includes('bridge') ? memoryLimitMb : null,
  }))
  const children = await startAll(specs, deps)
  return {
    pids: children.map((child) => child.pid),
    warnings: children.flatMap((child) => child.warnings),
    endpoints: children.flatMap((child) => child.endpoints),
    async replaceEdge() {
      const edges = children.filter(({ sharesPort }) => sharesPort)
      if (edges.length === 0)
        throw new NoEdgeApart('its edge has no process of its own; set SVC_EDGE_WORKERS=1')
      for (const edge of edges) await edge.replace()
    },
    stop: () => stopAll(children, deps),
    kill: () => children.forEach((child) => child.kill()),
  }
}

const specOf = (
  part: RolePart,
  hubFolder: string,
  { roles, environment }: Pick<Addresses, 'roles' | 'environment'>,
): ChildSpec => ({
  name: part.name,
  sharesPort: part.sharesPort ?? false,
  command: [execPath, ...NODE_FLAGS, HOST_PATH, hubFolder, ...part.roles],
  environment: { ...NODE_ENVIRONMENT, ...environment },
  healthUrls: part.roles.flatMap((role) => (role === 'adapter' ? [] : urlOf(roles[role]!) + HEALTH[role])),
})

async function startAll(specs: readonly ChildSpec[], deps: ChildDeps): Promise<SupervisedChild[]> {
  const outcomes = await Promise.allSettled(specs.map((spec) => superviseChild(spec, deps)))
  const children = outcomes
    .filter((outcome) => outcome.status === 'fulfilled')
    .map((outcome) => outcome.value)
  const failure = outcomes.find((outcome) => outcome.status === 'rejected')
  if (!failure) return children
  await stopAll(children, deps)
  throw failure.reason
}

async function stopAll(children: readonly SupervisedChild[], { clock, events }: ChildDeps): Promise<void> {
  const done = new AbortController()
  const limit = clock.sleep(STOP_LIMIT_MS, done.signal).then(
    () => true,
    () => false,
  )
  const stopped = Promise.all(children.map((child) => child.stop()))
  void stopped.finally(() => done.abort())
  if (await limit)
    for (const child of children.filter(({ pid }) => pid !== null)) {
      events.childKilled({ name: child.name, afterMs: STOP_LIMIT_MS })
      child.kill()
    }
  await stopped
}
