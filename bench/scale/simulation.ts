import type { ActCounts, Counts } from './counts.ts'

export interface Load {
  hubs: number
  people: number
  active: number
  /** Turns per active person and hour. */
  turns: number
  savesFile: number
  turnSeconds: number
  piecesPerSecond: number
  /** Opened lists and chats per turn. */
  opened: number
  /** Turns of API clients for each turn in the web chat. */
  apiTurns: number
  mcpCalls: number
  /** Share of MCP calls and turns with a restricted tool. */
  restricted: number
  /** Deliveries per Hub and minute, each handled by a run. */
  deliveries: number
  /** Share of the busiest Hub in all turns and deliveries. */
  busiest: number
}

export interface Sizes {
  turnsPerMachine: number
  /** Instances per Hub; null: all. */
  machinesPerHub: number | null
  connectionsPerHub: number
  atRest: number
  postgresConnections: number
  statements: number
  commits: number
  /** Capacity with a synchronous standby, bytes per second. */
  walBytes: number
  databases: number
  /** Milliseconds for which a commit holds the lock of a contended row. */
  heldMs: number
  busMessages: number
  bucketRequests: number
}

export interface Use {
  of: string
  used: number
  capacity: number
}

export interface Step {
  /** `at` is the multiple of the load at which `first` becomes the bottleneck. */
  first: string
  at: number
  /** Null if no remedy is left. */
  remedy: string | null
}

export interface Remedy {
  of: string
  text: string
  apply(sizes: Sizes): Sizes
}

const EACH_SECOND = 1 / 3600

/** Actions per second. */
export function ratesOf(load: Load): Record<keyof typeof ACTS, number> {
  const turns = load.people * load.active * load.turns * EACH_SECOND
  return {
    turn: turns * (1 - load.savesFile),
    savingTurn: turns * load.savesFile,
    apiTurn: turns * load.apiTurns,
    call: turns * load.mcpCalls * (1 - load.restricted),
    restrictedCall: turns * load.mcpCalls * load.restricted,
    list: turns * load.opened,
    chat: turns * load.opened,
    delivery: (load.hubs * load.deliveries) / 60,
  }
}

const ACTS = {
  turn: 'a turn in the web chat, new chat',
  savingTurn: 'a turn in the web chat that saves a file',
  apiTurn: 'a streamed turn by the chat API',
  call: 'an MCP call',
  restrictedCall: 'an MCP call of a restricted tool',
  list: 'a list of chats is opened',
  chat: 'a chat is opened',
  delivery: 'a delivery is stored and handled by a run',
} as const
const AT_REST = 'an idle instance, per minute'

/** Rates are per second. */
export function usesOf(acts: readonly ActCounts[], load: Load, sizes: Sizes): Use[] {
  const counted = (name: string): Counts => {
    const found = acts.find((act) => act.name === name)
    if (!found) throw new Error(`nothing is counted of “${name}”`)
    return found
  }
  const rates = ratesOf(load)
  const sum = (of: keyof Counts) =>
    Object.entries(ACTS).reduce(
      (all, [act, name]) => all + rates[act as keyof typeof ACTS] * counted(name)[of],
      0,
    )
  const atOnce = (rates.turn + rates.savingTurn + rates.apiTurn) * load.turnSeconds
  const instances = Math.max(2, Math.ceil(atOnce / sizes.turnsPerMachine))
  const served = load.hubs * Math.min(instances, sizes.machinesPerHub ?? instances)
  const resting = (of: keyof Counts) => (served * sizes.atRest * counted(AT_REST)[of]) / 60
  /** Each instance of a Hub receives the messages of all instances of the Hub. */
  const heardAtRest = (((served * counted(AT_REST).busMessages) / 60) * served) / load.hubs
  const turns = rates.turn + rates.savingTurn + rates.apiTurn
  const held = (rate: number) => rate * sizes.heldMs
  const { databases } = sizes
  return [
    {
      of: 'connections of Postgres',
      used: (served * sizes.connectionsPerHub) / databases,
      capacity: sizes.postgresConnections,
    },
    {
      of: 'statements of Postgres',
      used: (sum('statements') + resting('statements')) / databases,
      capacity: sizes.statements,
    },
    {
      of: 'commits of Postgres',
      used: (sum('commits') + resting('commits')) / databases,
      capacity: sizes.commits,
    },
    {
      of: 'the log that a standby takes, bytes',
      used: (sum('walBytes') + resting('walBytes')) / databases,
      capacity: sizes.walBytes,
    },
    {
      of: 'the row of usage of a Hub, ms',
      used: held((turns + rates.delivery) * load.busiest),
      capacity: 1000,
    },
    {
      of: 'the row of people of all Hubs, ms',
      used: held(load.people * load.active * EACH_SECOND),
      capacity: 1000,
    },
    {
      of: 'the head of the ledger, ms',
      used: held(rates.restrictedCall + turns * load.restricted) / databases,
      capacity: 1000,
    },
    {
      of: 'messages of the bus',
      used: turns * load.turnSeconds * load.piecesPerSecond + sum('busMessages') + heardAtRest,
      capacity: sizes.busMessages,
    },
    { of: 'requests of the bucket', used: sum('bucketRequests') * 2, capacity: sizes.bucketRequests }, // each stored object is also read
  ]
}

export const fullest = (uses: readonly Use[]): Use =>
  uses.reduce((most, use) => (use.used / use.capacity > most.used / most.capacity ? use : most))

export function firstLimit(
  acts: readonly ActCounts[],
  load: Load,
  sizes: Sizes,
  remedies: readonly Remedy[],
): Step[] {
  const steps: Step[] = []
  const left = [...remedies]
  for (let now = sizes; ;) {
    const { of, used, capacity } = fullest(usesOf(acts, load, now))
    const next = left.findIndex((remedy) => remedy.of === of)
    const remedy = next < 0 ? null : left.splice(next, 1)[0]!
    steps.push({ first: of, at: capacity / used, remedy: remedy?.text ?? null })
    if (!remedy) return steps
    now = remedy.apply(now)
  }
}

/**
 * Simulates a lock that `perSecond` actions request per second, each for `heldMs`.
 * @param random Returns a number from 0 to 1.
 * @returns Quantiles of the time that an action waits for the lock, in ms.
 */
export function waitsFor(
  perSecond: number,
  heldMs: number,
  { arrivals = 50_000, random }: { arrivals?: number; random(): number },
): { p50: number; p99: number } {
  const waits = new Float64Array(arrivals)
  let at = 0
  let freeAt = 0
  for (let n = 0; n < arrivals; n++) {
    at += (-Math.log(1 - random()) * 1000) / perSecond
    waits[n] = Math.max(0, freeAt - at)
    freeAt = Math.max(at, freeAt) + heldMs
  }
  waits.sort()
  return { p50: waits[Math.floor(arrivals * 0.5)]!, p99: waits[Math.floor(arrivals * 0.99)]! }
}

/** Random numbers from 0 to 1 by Tommy Ettinger's mulberry32, reproducible by `seed`. */
export function seeded(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
