/** Names of files and folders on each floor, the lowest floor first. */
type Floors = readonly (readonly string[])[]

export const FEATURES = '*'

/** Files without side effects that server, schemas and pages may import. */
export const DATA: readonly string[] = [
  'src/ground/api/list-sorts.ts',
  'src/ground/base/cjk-marks.ts',
  'src/ground/base/network/blocked-port.ts',
  'src/ground/hub/channels.ts',
]

/**
 * A house is a folder. Its rooms are its files and subfolders, each on a floor.
 * Within a house, imports point only to lower floors. Files within a room may import each other.
 */
export const HOUSES: Readonly<Record<string, Floors>> = {
  src: [
    ['ground'],
    ['core'],
    ['features', 'agent-process'],
    ['surfaces', 'chatapp'],
    ['cluster'],
    ['processes'],
    ['supervisor'],
    ['cli', 'index.ts'],
  ],
  'src/ground': [
    ['base', 'turn'],
    ['store', 'hub', 'api', 'bus', 'model-table'],
    ['identity', 'instances', 'blobs'],
  ],
  'src/core': [['audit'], ['access'], [FEATURES]],
  'src/core/agent': [
    ['log-events.ts', 'memory', 'assertions'],
    ['model'],
    ['tools'],
    ['mcp-servers', 'turn'],
  ],
  'src/features': [[FEATURES]],
  'src/features/messaging': [
    ['incoming.ts', 'schema.ts', 'log-events.ts', 'open-messages.ts'],
    ['channel.ts', 'buttons.ts', 'message.ts', 'contract.ts'],
    ['text', 'notices'],
    ['channels', 'roster', 'outbox'],
    ['setup'],
    ['receive', 'results', 'calls'],
    ['send'],
    ['reply'],
    ['browse.ts', 'retention.ts', 'work.ts'],
    ['routes.ts'],
    ['hub-messages.ts', 'open.ts'],
  ],
  'src/features/work': [
    ['runs'],
    ['tasks', 'workflows', 'scheduler'],
    ['executing.ts', 'manual-runs.ts'],
    ['work.ts'],
  ],
  'src/features/work/runs': [
    ['schema.ts', 'expression', 'script', 'cron', 'open-runs.ts'],
    ['run.ts', 'contract.ts'],
    ['definitions', 'records', 'run-chats.ts', 'run-questions.ts'],
    ['queue'],
    ['leases'],
    ['runs.ts', 'view.ts'],
    ['read-detail.ts', 'claimed-events.ts', 'execution', 'retention.ts', 'queue-manual.ts'],
    ['live.ts'],
    ['routes.ts'],
  ],
  'src/surfaces': [['edge', 'bridge', 'console', 'mcp', 'inbound']],
  'src/chatapp': [
    ['http'],
    ['accounts'],
    ['models', 'chats', 'prompts', 'access-requests'],
    ['files', 'integrations'],
    ['turns', 'openid'],
    ['schedules'],
    [
      'completions',
      'imports',
      'pages',
      'health',
      'shares',
      'statistics',
      'unoffered',
      'own-data',
      'instance.ts',
    ],
    ['contracts.ts', 'options.ts'],
    ['parts.ts'],
    ['routes.ts'],
    ['server.ts'],
  ],
  'src/cluster': [
    ['poll-while.ts'],
    [
      'bus',
      'object-storage',
      'instances',
      'live-answers',
      'cancellations',
      'relay',
      'inbox',
      'chats',
      'published',
    ],
    ['move', 'copy'],
  ],
  web: [
    ['testing'],
    ['ui'],
    ['chat', 'console'],
    ['contracts.ts', 'publish.ts'],
    ['vite.config.ts', 'languages.test.tsx'],
  ],
  'web/chat': [['messages.ts', 'field-messages.ts'], ['api'], ['access'], [FEATURES], ['app'], ['main.tsx']],
  'web/console': [
    ['kit'],
    ['access'],
    ['audit', 'budgets', 'files', 'ratings', 'runs'],
    ['people'],
    [FEATURES],
    ['pages.ts'],
    ['app'],
    ['main.tsx', 'public-link.tsx'],
  ],
}

/** These rooms may import only the listed rooms, although their floor would permit more. */
export const NARROW: Readonly<Record<string, readonly string[]>> = {
  'src/chatapp': ['src/ground'],
  'src/surfaces/edge': ['src/ground/base', 'src/ground/hub'],
}

/** Folders that load only if settings need them. Only the listed rooms may import them statically. */
export const ON_DEMAND: Readonly<Record<string, readonly string[]>> = {
  'src/cluster': ['src/processes/cluster', 'src/cli/cluster'],
  'src/processes/cluster': [],
  'src/cli/cluster': [],
  'src/agent-process': [],
}

/** The part of `src/agent-process` that always loads, because the configuration imports it. */
export const ALWAYS_LOADED = 'src/agent-process/settings'

/** Tools in a Hub import this module as `hub-service`. */
export const PUBLIC_ENTRY = 'src/index.ts'

export interface Place {
  house: string
  room: string
  /** The lowest floor is 0; null if the house does not list the room. */
  floor: number | null
}

export function placesOf(file: string): Place[] {
  const parts = file.split('/')
  return parts.slice(1).flatMap((room, index) => {
    const house = parts.slice(0, index + 1).join('/')
    const floors = HOUSES[house]
    if (!floors) return []
    const isFile = index + 2 === parts.length
    return [{ house, room, floor: floorOf(floors, room) ?? (isFile ? null : floorOf(floors, FEATURES)) }]
  })
}

function floorOf(floors: Floors, room: string): number | null {
  const floor = floors.findIndex((rooms) => rooms.includes(room))
  return floor === -1 ? null : floor
}
