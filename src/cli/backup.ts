import { systemClock } from '#ground/base/clock.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import { openKnownStore } from '#ground/store/known-store.ts'
import { recordBackup } from '#ground/store/service-records.ts'
import { CommandFailure } from './failure.ts'
import { hubFolderOf } from './hub-folder.ts'
import { print } from './print.ts'
import { readCommandSettings } from './settings.ts'

const MAX_REASON_LENGTH = 500

/** `hub backup record`. Programs that make backups call it, because the Hub does not make backups. */
export async function recordResult({ hub, failed }: { hub?: string; failed?: string }): Promise<void> {
  const reason = failed?.trim()
  if (reason === '') throw new CommandFailure('--failed needs a reason, such as "disk full"', 2)
  const hubFolder = hubFolderOf(hub)
  const { environment } = await readCommandSettings(hubFolder)
  await using store = await openKnownStore(readSharedConfig(environment, hubFolder))
  await recordBackup(store.db, reason?.slice(0, MAX_REASON_LENGTH) ?? null, systemClock.now())
  print(reason === undefined ? 'recorded a successful backup' : 'recorded a failed backup')
}
