import { allBuiltInTools } from '#core/agent/tools/built-in.ts'
import { findBubblewrap } from '#core/agent/tools/run-command/bubblewrap.ts'
import { checkSandbox, type SandboxCheck } from '#core/agent/tools/run-command/check.ts'
import { usualLimits } from '#core/agent/tools/run-command/limits.ts'
import type { Tool } from '#core/agent/tools/tool.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Environment } from '#ground/base/environment.ts'
import { readBuiltInToolConfig } from './config/built-in-tools.ts'
import { readSharedConfig, secretPathsOf } from './config/shared.ts'

/** A command ends this long before its tool call times out, so that its output is not lost. */
const MARGIN_SECONDS = 5
const DEFAULT_SECONDS = 60

export function configuredTools(
  environment: Environment,
  { clock, hubFolder, toolTimeoutMs }: { clock: Clock; hubFolder: string; toolTimeoutMs: number },
): readonly Tool[] {
  const { fetch, command } = readBuiltInToolConfig(environment)
  const secretPaths = secretPathsOf(readSharedConfig(environment, hubFolder))
  const maxSeconds = Math.max(1, toolTimeoutMs / 1000 - MARGIN_SECONDS)
  return allBuiltInTools({
    fetch: fetch && { ...fetch, clock },
    command: command && { ...command, maxSeconds, secretPaths, clock },
  })
}

export async function commandSandbox(environment: Environment): Promise<SandboxCheck | null> {
  const { command } = readBuiltInToolConfig(environment)
  const bubblewrap = command?.isSandboxed ? await findBubblewrap(environment.PATH) : null
  return bubblewrap && checkSandbox(bubblewrap, usualLimits(DEFAULT_SECONDS))
}
