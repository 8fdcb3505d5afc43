import { Argument, Option, type Command } from 'commander'
import { HUB_OPTION, parseSince, parseWholeNumber } from './options.ts'
import { addSurfaceOptions } from './surfaces.ts'

type MakeCommand = (parent: Command, usage: string, description: string) => Command

export function addFolderCommands(hub: Command, command: MakeCommand): void {
  const ofHub = (usage: string, description: string) => command(hub, usage, description).option(...HUB_OPTION)
  const LINES = ['--json', 'print one JSON object per line; the first when all processes respond'] as const

  command(
    hub,
    'setup',
    'install dependencies and build pages in advance, for an image or a service that runs as another user',
  )
    .option('--json', 'print the prepared parts as JSON')
    .action(async (options) => (await import('./setup.ts')).setup(options))
  command(hub, 'init <folder>', 'create a Hub that works at once')
    .addOption(
      new Option('--template <name>', 'template').choices(['demo', 'minimal', 'support']).default('demo'),
    )
    .option('--json', 'print the created Hub as JSON')
    .action(async (folder: string, options) => (await import('./init.ts')).init(folder, options))
  addSurfaceOptions(
    ofHub('run [folder]', 'run a Hub: its browser chat and its API'),
    (receives) => `also receive ${receives}`,
  )
    .option('--demo', 'create the demo Hub first if the folder does not exist (default folder: demo-hub)')
    .option(...LINES)
    .action(async (folder: string | undefined, options) => (await import('./run.ts')).run(folder, options))
  command(hub, 'gateway <folder>', 'run every Hub of a folder behind one edge and one web chat')
    .option(...LINES)
    .action(async (folder: string, options) => (await import('./gateway.ts')).gateway(folder, options))
  const inbound = addSurfaceOptions(
    ofHub('inbound [folder]', 'run only the receiver of a Hub’s webhooks'),
    (receives) => `receive ${receives} (default: every surface whose variables are set)`,
  )
    .option(...LINES)
    .action(async (folder: string | undefined, options) =>
      (await import('./inbound.ts')).inbound(folder, options),
    )
  addRegisterCommand(inbound, command)
  ofHub('chat [folder]', 'talk to the Hub’s agent in the terminal')
    .option(
      '--as <e-mail>',
      'act as this person, with their access (default: no account, so no restricted tools)',
    )
    .option('--json', 'print the turn events of an answer, one JSON object per line')
    .action(async (folder: string | undefined, options) => (await import('./chat.ts')).chat(folder, options))
  ofHub('doctor [folder]', 'check a Hub, or all Hubs of a folder, for problems and print their fixes')
    .option('--scale', 'also check whether several machines could share this Hub’s data')
    .option('--offline', 'send no request to the model')
    .option('--json', 'print the findings as JSON')
    .action(async (folder: string | undefined, options) =>
      (await import('./doctor.ts')).doctor(folder, options),
    )
  for (const [name, what] of CONTROLS)
    ofHub(name, what)
      .option('--json', 'print the result as JSON')
      .action(async (folderArgument: string | undefined, options) =>
        (await import('./control.ts')).control(name.split(' ')[0] as 'restart', folderArgument, options),
      )
  ofHub('open [folder]', 'open a running Hub in the browser, and print its address')
    .option('--console', 'open the Console instead of the web chat')
    .option('--json', 'print the address as JSON')
    .action(async (folder: string | undefined, options) => (await import('./open.ts')).open(folder, options))
  ofHub('logs [folder]', 'show a Hub’s log')
    .option('--lines <n>', 'number of the newest lines to show', parseWholeNumber, 100)
    .option(
      '--since <time>',
      'show only lines from this time on, such as 2026-11-20T09:00:00Z, yesterday or 2h',
      parseSince,
    )
    .addOption(
      new Option('--level <level>', 'lowest level to show').choices(['debug', 'info', 'warn', 'error']),
    )
    .option('--follow', 'keep printing new lines until Ctrl-C')
    .option('--json', 'print the stored JSON lines unchanged')
    .action(async (folder: string | undefined, options) => (await import('./logs.ts')).logs(folder, options))
}

const CONTROLS = [
  ['restart [hub]', 'restart one Hub of a gateway, or the edge if no Hub is named; no request fails'],
  ['pause [hub]', 'stop serving one Hub of a gateway until it is resumed'],
  ['resume [hub]', 'serve a paused Hub of a gateway again'],
] as const

/** `hub inbound register`, for providers that set webhook addresses through their API. */
function addRegisterCommand(inbound: Command, command: MakeCommand) {
  command(inbound, 'register', 'register the webhook address at a messaging provider')
    .addArgument(new Argument('<channel>', 'messaging provider').choices(['chat-b']))
    .argument('[folder]')
    .option(...HUB_OPTION)
    .addOption(
      new Option(
        '--show',
        'only show the webhook address, the number of waiting messages and the last error',
      ),
    )
    .addOption(new Option('--remove', 'remove the webhook address').conflicts('show'))
    .option('--drop-pending', 'discard messages that wait at the provider')
    .option('--json', 'print the result as JSON')
    .action(async (_channel: string, folder: string | undefined, _options, register: Command) =>
      // If a command and its parent have the same option, commander assigns the value to the parent.
      (await import('./register.ts')).register(folder, register.optsWithGlobals()),
    )
}
