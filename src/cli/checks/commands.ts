import { findBubblewrap } from '#core/agent/tools/run-command/bubblewrap.ts'
import { checkSandbox } from '#core/agent/tools/run-command/check.ts'
import { usualLimits } from '#core/agent/tools/run-command/limits.ts'
import { BadConfiguration } from '#ground/base/environment.ts'
import { readBuiltInToolConfig } from '#processes/config/built-in-tools.ts'
import type { HubSettings } from '../settings.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

export async function checkCommands({ environment }: Pick<HubSettings, 'environment'>): Promise<Finding[]> {
  const command = commandConfig(environment)
  if (!command) return []
  if (!command.isSandboxed)
    return [
      warning(
        'run_command',
        'commands run without a sandbox, with all rights of the service',
        'set SVC_RUN_COMMAND=true and install bubblewrap',
      ),
    ]
  const bubblewrap = await findBubblewrap(environment.PATH)
  if (!bubblewrap)
    return [
      failure(
        'run_command',
        'bubblewrap is not installed, so no command can run',
        'install the system package bubblewrap',
      ),
    ]
  const { problem, unbounded } = await checkSandbox(bubblewrap, usualLimits(1))
  if (problem) return [failure('run_command', problem.message, problem.fix)]
  return [
    ok('run_command', `commands run in a sandbox of ${bubblewrap.program}`),
    ...unbounded.map((what) =>
      warning('run_command', `${what} isn’t limited`, 'allow the service to create control groups (cgroups)'),
    ),
  ]
}

const commandConfig = (environment: HubSettings['environment']) => {
  try {
    return readBuiltInToolConfig(environment).command
  } catch (error) {
    if (error instanceof BadConfiguration) return null
    throw error
  }
}
