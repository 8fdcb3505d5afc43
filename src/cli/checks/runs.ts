import { systemClock } from '#ground/base/clock.ts'
import { readSchedulerConfig } from '#processes/config/scheduler.ts'
import { readSharedConfig } from '#processes/config/shared.ts'
import { outputSize } from '#features/work/runs/records/sums.ts'
import { createRuns } from '#features/work/runs/runs.ts'
import type { Store } from '#ground/store/store.ts'
import { commandName } from '../command-name.ts'
import { rowText } from '../print.ts'
import type { HubSettings } from '../settings.ts'
import { warning, type Finding } from './finding.ts'

const DAY_MS = 86_400_000
const MAX_SHOWN_RUNS = 5

export async function checkRuns(
  store: Store,
  hubFolder: string,
  { environment }: Pick<HubSettings, 'environment'>,
): Promise<Finding[]> {
  const { hubSlug } = readSharedConfig(environment, hubFolder)
  return [...(await failedRuns(store, hubSlug)), ...(await checkOutput(store, hubSlug, environment))]
}

async function failedRuns(store: Store, hub: string): Promise<Finding[]> {
  const runs = createRuns({ store, clock: systemClock })
  const failed = { hubs: [hub], status: 'failed', since: systemClock.now() - DAY_MS } as const
  const { items, total } = await runs.list(failed, { limit: MAX_SHOWN_RUNS, offset: 0 })
  const findings = items.map(({ id, workflow, queuedAt, error }) =>
    warning(
      'runs',
      `${workflow} failed at ${new Date(queuedAt).toISOString()}: ${rowText(error ?? 'no reason reported')}`,
      `${commandName()} runs logs ${id} shows its output`,
    ),
  )
  const more = `${total - items.length} more runs failed in the last day`
  return total > items.length
    ? [...findings, warning('runs', more, `${commandName()} runs list --status failed --since 1d`)]
    : findings
}

async function checkOutput(
  store: Store,
  hubSlug: string,
  environment: HubSettings['environment'],
): Promise<Finding[]> {
  const most = outputBound(environment)
  const bytes = await outputSize(store, hubSlug)
  if (most === null || bytes <= most) return []
  const message = `runs hold ${mebibytes(bytes)} of output, more than SVC_RUN_OUTPUT_BYTES allows (${mebibytes(most)})`
  return [
    warning(
      'runs',
      message,
      'start the Hub, which removes the oldest output within an hour, or raise SVC_RUN_OUTPUT_BYTES',
    ),
  ]
}

function outputBound(environment: HubSettings['environment']): number | null {
  try {
    return readSchedulerConfig(environment).runOutputBytes
  } catch {
    return null // another check reports invalid settings
  }
}

const mebibytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2).toLocaleString('en-US')} MiB`
