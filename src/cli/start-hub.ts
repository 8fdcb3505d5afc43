import { systemClock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import { startSupervisor, type RunningHub } from '#supervisor/start.ts'
import { commandName, shortPath } from './command-name.ts'
import { CommandFailure } from './failure.ts'
import type { HubSettings } from './settings.ts'

/** Refuses if a gateway serves the Hub: two supervisors would share its database on different ports. */
export async function startHub(
  hubFolder: string,
  settings: HubSettings,
  environment: Environment,
): Promise<RunningHub> {
  if (settings.gateway !== null)
    throw new CommandFailure(
      `this Hub is served by the gateway of ${settings.gateway}; start the gateway with: ${commandName()} gateway ${shortPath(settings.gateway)}`,
    )
  return startSupervisor({ hubFolder, ...settings, environment, clock: systemClock })
}
