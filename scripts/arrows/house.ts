/**
 * The floors of `src/`, from the ground up. A folder may import from floors below its own, never from above and never
 * from a neighbour, except where `NEIGHBOURS` says so.
 */
export const FLOORS: readonly (readonly string[])[] = [
  ['base', 'store', 'hub', 'identity', 'api'],
  ['agent', 'chats', 'usage', 'access', 'audit', 'runs', 'traces', 'inbox'],
  ['people', 'changes', 'connections', 'artifacts', 'tasks', 'workflows'],
  ['edge', 'bridge', 'console', 'mcp', 'chatapp', 'inbound', 'mcp', 'scheduler'],
  ['processes'],
  ['cli', 'supervisor'],
]

/** Imports that are allowed on one floor, though they point sideways. */
export const NEIGHBOURS: Readonly<Record<string, readonly string[]>> = {
  identity: ['store', 'base'],
  store: ['base'],
  hub: ['base'],
  api: ['base'],
  agent: ['access', 'audit'],
  access: ['audit'],
  cli: ['supervisor'],
}

/** Folders that may import these and nothing else, whatever their floor allows. */
export const NARROW: Readonly<Record<string, readonly string[]>> = {
  edge: ['base', 'hub'],
}

/** What tools in a Hub import as `hub-service`. It reaches down like a door; nothing in `src/` imports it. */
export const PUBLIC_ENTRY = 'index.ts'

/** @returns The floor of a folder of `src/`, or null when the house has no such folder. */
export function floorOf(folder: string): number | null {
  const floor = FLOORS.findIndex((folders) => folders.includes(folder))
  return floor === -1 ? null : floor
}
