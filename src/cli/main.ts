import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command, CommanderError, Option } from 'commander'
import { outsideTrouble } from '#base/outside-trouble.ts'
import { PACKAGE_FOLDER } from '#base/package-folder.ts'
import { addAccessCommands, addAuditCommands } from './access-commands.ts'
import { addEventsCommands } from './events-commands.ts'
import { Failure } from './failure.ts'
import { addTaskCommands } from './task-commands.ts'
import { addUsageCommand } from './usage-command.ts'
import { addWorkflowCommands } from './workflow-commands.ts'
import { printError } from './print.ts'

/**
 * Run the `hub` command. Each command's own code is loaded when it is called.
 *
 * @param argv As in `process.argv`. The exit code is left in `process.exitCode`: 0 ok, 1 failed, 2 called wrongly.
 */
export async function main(argv: readonly string[]): Promise<void> {
  try {
    const hub = program()
    await hub.parseAsync(isUnknown(hub, argv[2]) ? argv.slice(0, 3) : [...argv])
  } catch (error) {
    process.exitCode = exitCodeOf(error)
    if (error instanceof CommanderError) return // commander has said it already
    if (error instanceof Failure || (error instanceof Error && error.name in REFUSALS))
      return printError(error.message)
    const trouble = outsideTrouble(error)
    if (trouble === null) throw error
    printError(trouble)
  }
}

/** Asked to explain a command that it does not know, commander explains another one and calls that a success. */
const isUnknown = (hub: Command, name = ''): boolean =>
  name !== '' && !name.startsWith('-') && !hub.commands.some((command) => command.name() === name)

/** The command with all its parts, before it is called. */
export const program = (): Command => {
  const hub = new Command('hub')
    .description('A self-hosted home for a team’s AI agents.')
    .version(version(), '-V, --version')
    .helpCommand(false)
    .showHelpAfterError('(hub --help shows all commands)')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'hub: ')) })
  addFolderCommands(hub)
  addAccountCommands(hub)
  addAccessCommands(hub, command)
  addAuditCommands(hub, command)
  addUsageCommand(hub, command)
  addEventsCommands(hub, command)
  addTaskCommands(hub, command)
  addWorkflowCommands(hub, command)
  return hub
}

const HUB_FOLDER = 'folder of the Hub (default: the current one)'

function addFolderCommands(hub: Command): void {
  command(hub, 'init <folder>', 'make a Hub that works at once')
    .addOption(
      new Option('--template <name>', 'what to start from')
        .choices(['demo', 'minimal', 'support'])
        .default('demo'),
    )
    .action(async (folder: string, options) => (await import('./init.ts')).init(folder, options))
  command(hub, 'run [folder]', 'run a Hub: its browser chat and its API')
    .option('--webhook', 'also receive signed webhooks')
    .option('--demo', 'make the demo Hub first when the folder is not there (default folder: demo-hub)')
    .option('--json', 'print one JSON object a line; the first when everything answers')
    .action(async (folder: string | undefined, options) => (await import('./run.ts')).run(folder, options))
  command(hub, 'inbound [folder]', 'run only the receiver of a Hub’s webhooks')
    .option('--webhook', 'receive signed webhooks (default: every surface whose variables are set)')
    .option('--json', 'print one JSON object a line; the first when it answers')
    .action(async (folder: string | undefined, options) =>
      (await import('./inbound.ts')).inbound(folder, options),
    )
  command(hub, 'chat [folder]', 'talk to the Hub’s agent in the terminal')
    .option(
      '--as <e-mail>',
      'act as this person, with their access (default: as nobody, without restricted tools)',
    )
    .action(async (folder: string | undefined, options) => (await import('./chat.ts')).chat(folder, options))
  command(hub, 'doctor [folder]', 'look for what is wrong with a Hub and say how to mend it')
    .option('--json', 'print the findings as JSON')
    .action(async (folder: string | undefined, options) =>
      (await import('./doctor.ts')).doctor(folder, options),
    )
}

function addAccountCommands(hub: Command): void {
  const admin = command(hub, 'admin', 'administrators of the web chat')
  command(admin, 'create', 'make an administrator’s account, unattended')
    .requiredOption('--email <e-mail>', 'what the person signs in with')
    .requiredOption('--name <name>', 'what others see')
    .option('--password-stdin', 'read the password from standard input instead of asking')
    .option('--hub <folder>', HUB_FOLDER)
    .option('--json', 'print the account as JSON')
    .action(async (options) => (await import('./admin.ts')).createAdmin(options))

  const keys = command(hub, 'keys', 'personal API keys (sk-…)')
  const keyCommand = (usage: string, description: string) =>
    command(keys, usage, description)
      .requiredOption('--email <e-mail>', 'whose keys')
      .option('--hub <folder>', HUB_FOLDER)
      .option('--json', 'print JSON')
  keyCommand('create', 'make a key and show it once')
    .option('--name <name>', 'what the key is for', 'command line')
    .option('--expires <when>', 'last day, such as 2027-06-30, or how long: 12h, 90d; default never')
    .option('--hub-scope <slugs>', 'only for these Hubs, separated by commas; default all and the web chat')
    .action(async (options) => (await import('./keys.ts')).createKey(options))
  keyCommand('list', 'show a person’s keys').action(async (options) =>
    (await import('./keys.ts')).listKeys(options),
  )
  keyCommand('revoke <id>', 'make a key stop working').action(async (id: string, options) =>
    (await import('./keys.ts')).revokeKey(id, options),
  )
}

/** What an exit override and an error output are set to passes on only to commands made by the parent. */
const command = (parent: Command, usage: string, description: string): Command =>
  parent.command(usage).description(description).helpCommand(false)

/** Refusals of other parts, told by their names: their classes would load those parts into every command. */
const REFUSALS: Record<string, 1 | 2> = { BadConfiguration: 2, NotAHub: 1, NotAdmitted: 1 }

const exitCodeOf = (error: unknown): number => {
  if (error instanceof Failure) return error.exitCode
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
  return (error instanceof Error && REFUSALS[error.name]) || 1
}

const version = (): string => JSON.parse(readFileSync(join(PACKAGE_FOLDER, 'package.json'), 'utf8')).version
