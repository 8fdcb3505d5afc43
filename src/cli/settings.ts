import { join } from 'node:path'
import type { Environment } from '#ground/base/environment.ts'
import { readHubEnvironment } from '#ground/hub/environment.ts'
import { readLaunchConfig, type LaunchConfig } from '#processes/config/launch.ts'
import { Failure } from './failure.ts'
import { openToOthers } from './private-files.ts'

/** A Hub's settings as its processes get them. */
export interface HubSettings extends LaunchConfig {
  environment: Environment
  warnings: readonly string[]
}

/** Process environment first, then the Hub's `.env`; the data folder absolute. */
export async function readSettings(hubFolder: string, own: Environment = process.env): Promise<HubSettings> {
  const merged = await readHubEnvironment(hubFolder, own).catch((error: Error) => {
    throw new Failure(error.message)
  })
  const launch = readLaunchConfig(merged, hubFolder)
  return {
    ...launch,
    environment: { ...merged, SVC_DATA_DIR: launch.dataFolder },
    warnings: (await openToOthers([join(hubFolder, '.env')])).map(
      ({ path, mode }) =>
        `${path} can be read by other users (mode ${mode}); it may hold secrets: chmod 600 ${path}`,
    ),
  }
}
