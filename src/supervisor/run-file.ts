import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import type { ListeningRole } from '#processes/role.ts'
import { refuseWhileMoved } from './move-file.ts'
import { isRunning, startOf } from './process-mark.ts'

/** Record of a running Hub in its data folder. */
export interface RunRecord {
  pid: number
  /** Null if the system does not provide it. */
  startedAt: string | null
  /** Null for a role that this process doesn't run. */
  urls: Record<ListeningRole, string | null>
  /** Its public address for other machines, from its own configuration, which may be a service's. */
  publicUrl: string | null
  /** Socket at which it takes orders. */
  control?: string
}

/** This Hub is running already; two at once would treat each other's chats as interrupted. */
export class AlreadyRunning extends Error {
  readonly record: RunRecord
  constructor(record: RunRecord) {
    super(`this Hub is already running as pid ${record.pid} (${frontOf(record.urls)})`)
    this.name = 'AlreadyRunning'
    this.record = record
  }
}

/** The part of a Hub in a process: all of it, or its receiver alone. */
export type RunName = 'run' | 'inbound'

/** The address that people or senders use. */
export const frontOf = ({ edge, chatapp, inbound }: RunRecord['urls']): string =>
  edge ?? chatapp ?? inbound ?? 'no address'

const fileIn = (dataFolder: string, name: RunName) => join(dataFolder, `${name}.json`)

/** @throws AlreadyRunning */
export async function refuseSecondRun(dataFolder: string, name: RunName): Promise<void> {
  const other = await readRunFile(dataFolder, name)
  if (other) throw new AlreadyRunning(other)
}

/**
 * Record that this process runs the Hub until disposed.
 *
 * @throws BeingMoved
 */
export async function claimRun(
  dataFolder: string,
  name: RunName,
  answering: Pick<RunRecord, 'urls' | 'publicUrl' | 'control'>,
): Promise<AsyncDisposable> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  const record: RunRecord = { pid: process.pid, startedAt: startOf(process.pid), ...answering }
  await writeFileDurably(fileIn(dataFolder, name), JSON.stringify(record, null, 2))
  const claim = { [Symbol.asyncDispose]: () => rm(fileIn(dataFolder, name), { force: true }) }
  await refuseWhileMoved(dataFolder).catch(async (error: unknown) => {
    await claim[Symbol.asyncDispose]()
    throw error
  })
  return claim
}

/** The Hub that runs from this data folder now; null when none does, in spite of an old file. */
export async function readRunFile(dataFolder: string, name: RunName = 'run'): Promise<RunRecord | null> {
  try {
    const record = JSON.parse(await readFile(fileIn(dataFolder, name), 'utf8')) as RunRecord
    return isRunning(record) ? record : null
  } catch {
    return null
  }
}
