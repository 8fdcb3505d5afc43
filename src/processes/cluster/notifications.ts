import { systemClock } from '#ground/base/clock.ts'
import { silentLog } from '#ground/base/log.ts'
import { openWorkHints, type WorkHints } from '#ground/bus/work-hints.ts'
import { openBus } from '../bus.ts'
import type { SharedConfig } from '../config/shared.ts'
import { openSecrets } from '../secrets.ts'

/** Notifications about a Hub over a separate bus, for callers without one. */
export async function openOwnHints(
  shared: Pick<SharedConfig, 'bus' | 'secretsFile' | 'dataFolder' | 'hubSlug'>,
): Promise<WorkHints> {
  const secrets = await openSecrets(shared)
  const bus = await openBus(shared, { secrets, clock: systemClock, log: silentLog() })
  const hints = openWorkHints({ bus, clock: systemClock, hub: shared.hubSlug })
  return {
    ...hints,
    async [Symbol.asyncDispose]() {
      await hints[Symbol.asyncDispose]()
      await bus[Symbol.asyncDispose]()
    },
  }
}
