import { isAbsolute, join } from 'node:path'
import type { Environment } from '#ground/base/environment.ts'
import { isConnected } from '#surfaces/inbound/names.ts'
import type { RoleName } from '../role.ts'

export interface LaunchConfig {
  mode: 'compact' | 'split' | 'single'
  roles: readonly RoleName[]
  /** Processes shared by the bridges of a gateway; null: the number of Hubs and cores decides. */
  bridgeWorkers: number | null
  /** Processes that run only the edge; null: `mode` decides. */
  edgeWorkers: number | null
  /** Memory limit for the code of a single Hub, in megabytes; null: no limit. */
  memoryLimitMb: number | null
  /** Absolute. */
  dataFolder: string
}

/**
 * Uses no schema library, so that the supervisor stays small. Invalid values become defaults, because each process
 * validates the whole configuration and reports errors.
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

export function memoryLimitMb(
  { SVC_MAX_MEMORY_MB: text = '' }: Environment,
  usual: number | null,
): number | null {
  return /^\d+$/.test(text) ? Number(text) || null : usual
}

export const receivingRoles = (surfaces: readonly string[]): RoleName[] => [
  ...(surfaces.every(isConnected) ? [] : (['inbound'] as const)),
  ...(surfaces.some(isConnected) ? (['adapter'] as const) : []),
]

const dataFolderOf = (environment: Environment, hubFolder: string): string => {
  const folder = environment['SVC_DATA_DIR'] || '.svc'
  return isAbsolute(folder) ? folder : join(hubFolder, folder)
}
