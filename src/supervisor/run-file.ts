import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import type { ListeningRole } from '#processes/role.ts'
import { refuseWhileMoved } from './move-file.ts'
import { isRunning, startOf } from './process-mark.ts'

/** What a running Hub says about itself in its data folder. */
export interface RunRecord {
  pid: number
  /** Null where the system does not say. */
  startedAt: string | null
  /** Null for a role that this process doesn't run. */
  urls: Record<ListeningRole, string | null>
  /** Where people reach it from elsewhere, as its own configuration says, which may be that of a service. */
  publicUrl: string | null
  /** Socket at which it takes orders. */
  control?: string
}

/** Somebody already runs this Hub; two at once would take each other's chats for broken off. */
export class AlreadyRunning extends Error {
  readonly record: RunRecord
  constructor(record: RunRecord) {
    super(`this Hub is already running as pid ${record.pid} (${frontOf(record.urls)})`)
    this.name = 'AlreadyRunning'
    this.record = record
  }
}

/** What of a Hub a process runs: all of it, or its receiver alone. */
export type RunName = 'run' | 'inbound'

/** The address that people or senders use. */
export const frontOf = ({ edge, chatapp, inbound }: RunRecord['urls']): string =>
  edge ?? chatapp ?? inbound ?? 'no address'

const fileIn = (dataFolder: string, name: RunName) => join(dataFolder, `${name}.json`)

/** @throws AlreadyRunning */
export async function refuseSecondRun(dataFolder: string, name: RunName): Promise<void> {
  const other = await readRun(dataFolder, name)
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

/** The Hub that runs from this data folder now; null when none does, whatever an old file says. */
export async function readRun(dataFolder: string, name: RunName = 'run'): Promise<RunRecord | null> {
  try {
    const record = JSON.parse(await readFile(fileIn(dataFolder, name), 'utf8')) as RunRecord
    return isRunning(record) ? record : null
  } catch {
    return null
  }
}
