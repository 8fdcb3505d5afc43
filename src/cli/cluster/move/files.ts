import { systemClock } from '#ground/base/clock.ts'
import { BlobStorageUnavailable } from '#ground/blobs/blobs.ts'
import { checkNamedBucket } from '#processes/check-bucket.ts'
import { readSharedConfig, type SharedConfig } from '#processes/config/shared.ts'
import { moveFiles, type MovedFile, type MoveFilesDeps } from '#cluster/move/files.ts'
import { CommandFailure } from '../../failure.ts'
import { hubFolderOf } from '../../hub-folder.ts'
import { beginCopy } from './begin.ts'
import { alignColumns, print, printJson, printRemark } from '../../print.ts'
import { readCommandSettings } from '../../settings.ts'

interface Options {
  hub?: string
  json?: boolean
  dryRun?: boolean
  verify?: boolean
}

type Counts = Record<MovedFile['state'] | 'movedBytes', number>
type Area = MovedFile['area']

const AREAS: Record<Area, string> = {
  artifacts: 'artifacts',
  'chat-files': 'attachments',
  'agent-files': 'files of chats',
  'hub-files': 'published versions',
}

const PROGRESS_MS = 5000

export async function moveFilesToBucket({ hub, json, dryRun, verify }: Options): Promise<void> {
  const hubFolder = hubFolderOf(hub)
  const { environment } = await readCommandSettings(hubFolder)
  const shared = readSharedConfig(environment, hubFolder)
  if (shared.blobs === null)
    throw new CommandFailure('SVC_BLOBS_URL is not set: set it to the address of the target bucket', 2)
  await checkNamedBucket(environment, hubFolder)
  await using copy = await beginCopy(shared, 'hub move files')
  const counts = noCounts()
  const deps = {
    store: copy.store,
    clock: systemClock,
    bucket: shared.blobs,
    isDry: dryRun ?? false,
    verifies: verify ?? false,
  }
  const movedOut = await moveAll(shared, deps, { counts, json: json ?? false })
  if (json) printCountsInJson(counts)
  else printCounts(counts, dryRun ?? false)
  if (movedOut) throw new CommandFailure(`the bucket: ${movedOut.message}; run the command again to continue`)
  const bad = totalOf(counts, 'missing') + totalOf(counts, 'damaged')
  if (bad > 0)
    throw new CommandFailure(
      `${bad} ${bad === 1 ? 'file is' : 'files are'} not in the bucket: restore damaged files from a backup; missing files may be on another machine`,
    )
}

async function moveAll(
  shared: SharedConfig,
  deps: MoveFilesDeps,
  { counts, json }: { counts: Record<Area, Counts>; json: boolean },
): Promise<BlobStorageUnavailable | null> {
  let reportedAt = performance.now()
  try {
    for await (const { area, blob, state } of moveFiles(shared, deps)) {
      counts[area][state]++
      if (state === 'moved') counts[area].movedBytes += blob.size
      if (state === 'missing' || state === 'damaged') printMovedFile({ area, blob, state }, json)
      if (performance.now() - reportedAt < PROGRESS_MS) continue
      reportedAt = performance.now()
      printRemark(`${AREAS[area]}: ${countChecked(counts[area])} checked, ${counts[area].moved} moved`)
    }
    return null
  } catch (error) {
    if (error instanceof BlobStorageUnavailable) return error
    throw error
  }
}

function printMovedFile({ area, blob: { name, hash, size }, state }: MovedFile, json: boolean): void {
  if (json) printJson({ state, area, name, hash, size })
  else print(`${state}: ${name} (${AREAS[area]}, ${hash})`)
}

function printCounts(counts: Record<Area, Counts>, isDry: boolean): void {
  const heads = ['', isDry ? 'to move' : 'moved', 'bytes', 'already in bucket', 'missing', 'damaged']
  const rows = entriesOf(counts).map(([area, { moved, movedBytes, there, missing, damaged }]) => [
    AREAS[area],
    ...[moved, movedBytes, there, missing, damaged].map(String),
  ])
  print(alignColumns([heads, ...rows], ''))
}

const printCountsInJson = (counts: Record<Area, Counts>): void =>
  entriesOf(counts).forEach(([area, { movedBytes, ...states }]) =>
    printJson({ area, ...states, moved_bytes: movedBytes }),
  )

const noCounts = (): Record<Area, Counts> => {
  const none = () => ({ moved: 0, movedBytes: 0, there: 0, missing: 0, damaged: 0 })
  return { artifacts: none(), 'chat-files': none(), 'agent-files': none(), 'hub-files': none() }
}

const entriesOf = (counts: Record<Area, Counts>) => Object.entries(counts) as [Area, Counts][]

const totalOf = (counts: Record<Area, Counts>, state: MovedFile['state']): number =>
  entriesOf(counts).reduce((sum, [, { [state]: count }]) => sum + count, 0)

const countChecked = ({ moved, there, missing, damaged }: Counts): number => moved + there + missing + damaged
