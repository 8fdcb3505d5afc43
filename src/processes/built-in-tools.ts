import { allBuiltInTools } from '#agent/tools/built-in.ts'
import type { Tool } from '#agent/tool.ts'
import type { Clock } from '#base/clock.ts'
import type { Environment } from '#base/environment.ts'
import { readBuiltInToolConfig } from './config/built-in-tools.ts'
import { readSharedConfig } from './config/shared.ts'

/** Seconds a command ends before its tool call would, so that its output is not lost. */
const MARGIN_SECONDS = 5

/** The service's own tools as they are configured. */
export function configuredTools(
  environment: Environment,
  { clock, hubFolder, toolTimeoutMs }: { clock: Clock; hubFolder: string; toolTimeoutMs: number },
): readonly Tool[] {
  const { fetch, command } = readBuiltInToolConfig(environment)
  const { dataFolder } = readSharedConfig(environment, hubFolder)
  const maxSeconds = Math.max(1, toolTimeoutMs / 1000 - MARGIN_SECONDS)
  return allBuiltInTools({
    fetch: fetch && { ...fetch, clock },
    command: command && { ...command, maxSeconds, secretFolders: [dataFolder], clock },
  })
}
