import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import { isRunning, startOf } from './process-mark.ts'

/** While a command moves a Hub's data, this record is stored in the data folder. */
interface MoveRecord {
  pid: number
  startedAt: string | null
  command: string
  besideHubs: boolean
}

/** A Hub must not serve while its data is moved. */
export class BeingMoved extends Error {
  constructor({ command, pid }: Pick<MoveRecord, 'command' | 'pid'>) {
    super(`${command} is under way here as pid ${pid}: wait until it has ended`)
    this.name = 'BeingMoved'
  }
}

export async function refuseWhileMoved(dataFolder: string): Promise<void> {
  const move = (await movesIn(dataFolder)).find(({ besideHubs }) => !besideHubs)
  if (move) throw new BeingMoved(move)
}

/**
 * A move and a Hub each write their record before they read the other's, so at least one of them detects the
 * conflict. @throws BeingMoved while another command moves the data.
 */
export async function claimMove(
  dataFolder: string,
  move: Pick<MoveRecord, 'command' | 'besideHubs'>,
): Promise<AsyncDisposable> {
  await mkdir(dataFolder, { recursive: true, mode: 0o700 })
  const path = join(dataFolder, `${PREFIX}${process.pid}.json`)
  const record: MoveRecord = { pid: process.pid, startedAt: startOf(process.pid), ...move }
  await writeFileDurably(path, JSON.stringify(record, null, 2))
  const claim = { [Symbol.asyncDispose]: () => rm(path, { force: true }) }
  const other = (await movesIn(dataFolder)).find(({ pid }) => pid !== process.pid)
  if (!other) return claim
  await claim[Symbol.asyncDispose]()
  throw new BeingMoved(other)
}

const PREFIX = 'move-'

async function movesIn(dataFolder: string): Promise<MoveRecord[]> {
  const names = await readdir(dataFolder).catch(() => [])
  const moves: MoveRecord[] = []
  for (const name of names.filter((one) => one.startsWith(PREFIX) && one.endsWith('.json'))) {
    const path = join(dataFolder, name)
    const record = await readFile(path, 'utf8').then(
      (text) => JSON.parse(text) as MoveRecord,
      () => null,
    )
    if (record === null) continue
    if (isRunning(record)) moves.push(record)
    else await rm(path, { force: true })
  }
  return moves
}
