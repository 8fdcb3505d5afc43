import { isAbsolute, join } from 'node:path'
import type { Environment } from '#ground/base/environment.ts'
import { isConnected } from '#surfaces/inbound/names.ts'
import type { RoleName } from '../role.ts'

/** Settings that are needed before the first process starts. */
export interface LaunchConfig {
  mode: 'compact' | 'split' | 'single'
  /** Roles to start. Without an edge the web chat binds the public port. */
  roles: readonly RoleName[]
  /** How many processes the bridges of a gateway share; null leaves it to the number of Hubs and cores. */
  bridgeWorkers: number | null
  /** How many processes hold the edge alone; null leaves it to the mode. */
  edgeWorkers: number | null
  /** Megabytes that the code of a Hub that runs alone may hold; null is no limit. */
  memoryLimitMb: number | null
  /** Absolute. */
  dataFolder: string
}

/**
 * Read without a schema library, so that the supervisor needs none. Invalid values are replaced by their
 * defaults here: every process validates the whole configuration first, and reports errors.
 */
export function readLaunchConfig(environment: Environment, hubFolder: string): LaunchConfig {
  const mode = environment['SVC_PROCESSES']
  const withEdge = !/^(true|1|yes|on)$/i.test(environment['SVC_DISABLE_EDGE'] ?? '')
  const surfaces = (environment['SVC_INBOUND'] ?? '').split(/[\s,]+/).filter(Boolean)
  return {
    mode: mode === 'split' || mode === 'single' ? mode : 'compact',
    roles: [
      'bridge',
      ...(environment['SVC_CHATAPP'] === 'openwebui' ? [] : (['chatapp'] as const)),
      ...receivingRoles(surfaces),
      ...(withEdge ? (['edge'] as const) : []),
    ],
    bridgeWorkers: countIn(environment['SVC_BRIDGE_WORKERS']),
    edgeWorkers: countIn(environment['SVC_EDGE_WORKERS']) || null,
    memoryLimitMb: memoryLimitMb(environment, null),
    dataFolder: dataFolderOf(environment, hubFolder),
  }
}

const countIn = (text = ''): number | null => (/^\d{1,4}$/.test(text) ? Number(text) : null)

/** Megabytes that a Hub's code may hold; null is no limit. Read with bare hands for the same reason. */
export function memoryLimitMb(
  { SVC_MAX_MEMORY_MB: text = '' }: Environment,
  usual: number | null,
): number | null {
  return /^\d+$/.test(text) ? Number(text) || null : usual
}

/** @param surfaces Names as in `SVC_INBOUND`. A name that there isn't is refused by the receiver. */
export const receivingRoles = (surfaces: readonly string[]): RoleName[] => [
  ...(surfaces.every(isConnected) ? [] : (['inbound'] as const)),
  ...(surfaces.some(isConnected) ? (['adapter'] as const) : []),
]

/** A relative `SVC_DATA_DIR` is taken from the Hub's folder, wherever the command was given. */
const dataFolderOf = (environment: Environment, hubFolder: string): string => {
  const folder = environment['SVC_DATA_DIR'] || '.svc'
  return isAbsolute(folder) ? folder : join(hubFolder, folder)
}
