import { readFile, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeFileDurably } from '#ground/base/durable-file.ts'

export type PortKind = 'bridge' | 'inbound'

/** A gateway's stored data on its Hubs between two runs, in `gateway.json` of its data folder. */
export interface GatewayRecord {
  /** Absolute folder of the Hubs. */
  folder: string
  /** Ports that were given to Hubs, by the names of their folders. */
  ports: Record<string, Partial<Record<PortKind, number>>>
  /** Names of the folders of those that people paused. */
  paused: string[]
}

const fileIn = (dataFolder: string): string => join(dataFolder, 'gateway.json')

/** Null for a data folder that no gateway has used. An unreadable file counts as one without ports. */
export async function readGatewayRecord(dataFolder: string): Promise<GatewayRecord | null> {
  const text = await readFile(fileIn(dataFolder), 'utf8').catch(() => null)
  if (text === null) return null
  try {
    const { folder, ports, paused } = JSON.parse(text) as Partial<GatewayRecord>
    return { folder: typeof folder === 'string' ? folder : '', ports: ports ?? {}, paused: paused ?? [] }
  } catch {
    return { folder: '', ports: {}, paused: [] }
  }
}

/** Whether it is the record of the gateway of a folder, which may have been moved or be reached by a link. */
export async function isGatewayOf(
  record: GatewayRecord,
  folder: string,
  dataFolder: string,
): Promise<boolean> {
  if (record.folder === folder || dirname(dataFolder) === folder) return true
  const real = (path: string) => realpath(path).catch(() => path)
  return (await real(record.folder)) === (await real(folder))
}

export const writeGatewayRecord = (dataFolder: string, record: GatewayRecord): Promise<void> =>
  writeFileDurably(fileIn(dataFolder), `${JSON.stringify(record, null, 2)}\n`)
