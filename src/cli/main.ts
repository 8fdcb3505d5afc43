import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError } from 'commander'
import { outsideTrouble } from '#ground/base/outside-trouble.ts'
import { PACKAGE_FOLDER } from '#ground/base/package-folder.ts'
import { addAccessCommands, addAuditCommands } from './access-commands.ts'
import { addAccountCommands } from './account-commands.ts'
import { addBackupCommands } from './backup-commands.ts'
import { addEventsCommands } from './events-commands.ts'
import { CommandFailure } from './failure.ts'
import { addFolderCommands } from './folder-commands.ts'
import { addImportCommands } from './import-commands.ts'
import { addInstancesCommands } from './instances-commands.ts'
import { addMoveCommands } from './move-commands.ts'
import { addPublishCommands } from './publish-commands.ts'
import { addSecretsCommands } from './secrets-commands.ts'
import { endWithReader, printError } from './print.ts'
import { addRunsCommands } from './runs-commands.ts'
import { addTaskCommands } from './task-commands.ts'
import { addModelsCommands } from './models-commands.ts'
import { addUsageCommand } from './usage-command.ts'
import { addWorkflowCommands } from './workflow-commands.ts'

/** Loads a command's code when it is called. Exit codes: 0 ok, 1 failed, 2 called with wrong arguments. */
export async function main(argv: readonly string[]): Promise<void> {
  endWithReader()
  try {
    const hub = program()
    await hub.parseAsync(isUnknown(hub, argv[2]) ? argv.slice(0, 3) : [...argv])
  } catch (error) {
    process.exitCode = exitCodeOf(error)
    if (error instanceof CommanderError) return // commander has already printed the error
    if (error instanceof CommandFailure || (error instanceof Error && error.name in REFUSALS))
      return printError(error.message)
    const trouble = outsideTrouble(error)
    if (trouble === null) throw error
    printError(trouble)
  }
}

/** For the help of an unknown command, commander prints help of another command and reports success. */
const isUnknown = (hub: Command, name = ''): boolean =>
  name !== '' &&
  !name.startsWith('-') &&
  !hub.commands.some((command) => [command.name(), ...command.aliases()].includes(name))

export const program = (): Command => {
  const hub = new Command('hub')
    .description('A self-hosted home for a team’s AI agents.')
    .version(version(), '-V, --version')
    .helpCommand(false)
    .showHelpAfterError('(hub --help shows all commands)')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'hub: ')) })
  addFolderCommands(hub, command)
  addAccountCommands(hub, command)
  addAccessCommands(hub, command)
  addAuditCommands(hub, command)
  addUsageCommand(hub, command)
  addModelsCommands(hub, command)
  addEventsCommands(hub, command)
  addTaskCommands(hub, command)
  addWorkflowCommands(hub, command)
  addRunsCommands(hub, command)
  addInstancesCommands(hub, command)
  addPublishCommands(hub, command)
  addMoveCommands(hub, command)
  addBackupCommands(hub, command)
  addImportCommands(hub, command)
  addSecretsCommands(hub, command)
  return hub
}

/** Commands inherit the exit override and error output only if their parent creates them. */
const command = (parent: Command, usage: string, description: string): Command =>
  parent.command(usage).description(description).helpCommand(false)

/** Errors are recognized by name, because importing their classes would load these modules for every command. */
const REFUSALS: Record<string, 1 | 2> = { BadConfiguration: 2, NotAHub: 1, NotAdmitted: 1 }

const exitCodeOf = (error: unknown): number => {
  if (error instanceof CommandFailure) return error.exitCode
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  return (error instanceof Error && REFUSALS[error.name]) || 1
}

const version = (): string => JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8')).version
