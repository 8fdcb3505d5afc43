import { mkdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import type { ListeningRole } from '#processes/role.ts'
import { refuseWhileMoved } from './move-file.ts'
import { isRunning, startOf } from './process-mark.ts'

export interface RunRecord {
  pid: number
  /** Start time of the process; null if the system does not provide it. */
  startedAt: string | null
  /** Null for a role that this process does not run. */
  urls: Record<ListeningRole, string | null>
  publicUrl: string | null
  /** Path of the control socket, which accepts `restart`, `pause` and `resume`. */
  control?: string
}

/** Only one process may run a Hub: two would treat each other's running answers as interrupted. */
export class AlreadyRunning extends Error {
  readonly record: RunRecord
  constructor(record: RunRecord) {
    super(`this Hub is already running as pid ${record.pid} (${frontOf(record.urls)})`)
    this.name = 'AlreadyRunning'
    this.record = record
  }
}

/** `run`: the whole Hub. `inbound`: only its webhook receiver. */
export type RunName = 'run' | 'inbound'

export const frontOf = ({ edge, chatapp, inbound }: RunRecord['urls']): string =>
  edge ?? chatapp ?? inbound ?? 'no address'

const fileIn = (dataFolder: string, name: RunName) => join(dataFolder, `${name}.json`)

export async function refuseSecondRun(dataFolder: string, name: RunName): Promise<void> {
  const other = await readRunFile(dataFolder, name)
  if (other) throw new AlreadyRunning(other)
}

/** Records that this process runs the Hub, until disposal. @throws BeingMoved */
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

/** Null if no Hub runs; a record of a crashed process is ignored. */
export async function readRunFile(dataFolder: string, name: RunName = 'run'): Promise<RunRecord | null> {
  try {
    const record = JSON.parse(await readFile(fileIn(dataFolder, name), 'utf8')) as RunRecord
    return isRunning(record) ? record : null
  } catch {
    return null
  }
}
