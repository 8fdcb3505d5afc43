import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join, resolve } from 'node:path'
import { findBubblewrap } from '#core/agent/tools/run-command/bubblewrap.ts'
import { BadConfiguration } from '#ground/base/environment.ts'
import { NotAHub, openHub } from '#ground/hub/open.ts'
import { readAgentConfig } from '#processes/config/agent.ts'
import type { HubSettings } from '../settings.ts'
import { failure, ok, warning, type Finding } from './finding.ts'

const SUBJECT = 'agent process'

export async function checkAgentProcess(
  hubFolder: string,
  { environment }: Pick<HubSettings, 'environment'>,
): Promise<Finding[]> {
  const command = commandOf(environment)
  if (!command) return []
  const program = await findProgram(command, hubFolder, environment.PATH)
  const found = program
    ? ok(SUBJECT, program)
    : failure(
        SUBJECT,
        `the program “${command}” is not installed`,
        'install the program, or correct SVC_AGENT_COMMAND',
      )
  const ignoredKeys = (await ignoredKeysOf(hubFolder)).map((key) =>
    warning(SUBJECT, `\`${key}\` in agent.md has no effect: the agent process has its own settings`),
  )
  return [found, ...(await checkView(environment.PATH)), ...ignoredKeys]
}

async function checkView(path?: string): Promise<Finding[]> {
  const { viewProblem } = await import('#agent-process/view.ts')
  const bubblewrap = await findBubblewrap(path)
  const problem = bubblewrap ? await viewProblem(bubblewrap) : 'bubblewrap is not installed'
  if (problem === null) return []
  const message = `agents can read all files of the service, including secrets and other chats (${problem})`
  return [warning(SUBJECT, message, 'install bubblewrap, and allow unprivileged user namespaces')]
}

/** Null without an agent process, or if the settings are invalid, which another check reports. */
const commandOf = (environment: HubSettings['environment']): string | null => {
  try {
    return readAgentConfig(environment).process?.command[0] ?? null
  } catch (error) {
    if (error instanceof BadConfiguration) return null
    throw error
  }
}

const findProgram = async (command: string, hubFolder: string, path = ''): Promise<string | null> => {
  const candidatePaths = command.includes('/')
    ? [resolve(hubFolder, command)]
    : path
        .split(delimiter)
        .filter(Boolean)
        .map((folder) => join(folder, command))
  for (const path of candidatePaths)
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return path
  return null
}

const ignoredKeysOf = async (hubFolder: string): Promise<string[]> => {
  try {
    await using hub = await openHub(hubFolder, { watch: false })
    const agent = hub.agent()
    return (['model', 'temperature'] as const).filter((key) => agent[key] !== null)
  } catch (error) {
    if (error instanceof NotAHub) return []
    throw error
  }
}
