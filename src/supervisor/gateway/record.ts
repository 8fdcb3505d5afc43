import { readFile, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeFileDurably } from '#ground/base/durable-file.ts'

export type PortKind = 'bridge' | 'inbound'

export interface GatewayRecord {
  folder: string
  /** Keys are names of Hub folders. */
  ports: Record<string, Partial<Record<PortKind, number>>>
  paused: string[]
}

const fileIn = (dataFolder: string): string => join(dataFolder, 'gateway.json')

/** Null for a data folder that no gateway has used. An unreadable file counts as an empty record. */
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

/**
 * True if the data folder belongs to the gateway in `folder`, even if both were moved together or a path is a symbolic
 * link.
 */
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
