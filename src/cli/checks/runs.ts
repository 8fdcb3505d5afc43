import { readSchedulerConfig } from '#processes/config/scheduler.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import { outputSize } from '#runs/retention.ts'
import type { Store } from '#store/store.ts'
import type { HubSettings } from '../settings.ts'
import { warning, type Finding } from './finding.ts'

/** Whether runs have left more output than they may. */
export async function checkRuns(
  store: Store,
  hubFolder: string,
  { environment }: Pick<HubSettings, 'environment'>,
): Promise<Finding[]> {
  const most = outputBound(environment)
  const { hubSlug } = readSharedConfig(environment, hubFolder)
  const bytes = await outputSize(store, hubSlug)
  if (most === null || bytes <= most) return []
  const message = `runs hold ${mebibytes(bytes)} of output, more than the ${mebibytes(most)} of SVC_RUN_OUTPUT_BYTES`
  return [
    warning('runs', message, 'the running Hub removes the oldest within an hour; start it, or allow more'),
  ]
}

function outputBound(environment: HubSettings['environment']): number | null {
  try {
    return readSchedulerConfig(environment).runOutputBytes
  } catch {
    return null // the settings are wrong, which was said already
  }
}

const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en-US')} MiB`
