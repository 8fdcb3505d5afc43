import type { Load, Remedy, Sizes } from './simulation.ts'

export const LOAD: Load = {
  hubs: 1000,
  people: 1_000_000,
  active: 0.1,
  turns: 4,
  savesFile: 0.1,
  turnSeconds: 20,
  piecesPerSecond: 5,
  opened: 2,
  apiTurns: 0.25,
  mcpCalls: 0.5,
  restricted: 0.3,
  deliveries: 6,
  busiest: 0.05,
}

/** A machine has 8 cores. Postgres has 16 cores and a synchronous standby in the same building. */
export const SIZES: Sizes = {
  turnsPerMachine: 400,
  machinesPerHub: null,
  connectionsPerHub: 2,
  atRest: 1,
  postgresConnections: 1000,
  statements: 60_000,
  commits: 10_000,
  walBytes: 100_000_000,
  databases: 1,
  heldMs: 1.5,
  busMessages: 500_000,
  bucketRequests: 3500,
}

export const REMEDIES: readonly Remedy[] = [
  {
    of: 'connections of Postgres',
    text: 'let only two instances serve each Hub, and let all Hubs share connections through pgbouncer',
    apply: (sizes) => ({ ...sizes, machinesPerHub: 2, connectionsPerHub: 0.1 }),
  },
  {
    of: 'statements of Postgres',
    text: 'let each instance send one query for all its Hubs',
    apply: (sizes) => ({ ...sizes, machinesPerHub: 2, atRest: 0.3 }),
  },
  {
    of: 'statements of Postgres',
    text: 'distribute the Hubs over four databases, move accounts to a fifth database, and read lists from replicas',
    apply: (sizes) => ({ ...sizes, databases: 4 }),
  },
]
