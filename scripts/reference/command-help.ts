import type { Command } from 'commander'
import { program } from '#cli/main.ts'

/** Read by `bin/setup/command-help.mjs`, which has no dependencies. */
export const HELP_PATH = 'bin/setup/command-help.json'

const WIDTH_COLUMNS = 80

/** The help text of each command by its names, such as `keys create`; that of `hub` itself is at `''`. */
export const commandHelp = (): string =>
  `${JSON.stringify(Object.fromEntries(helpOf(program(), [])), null, 2)}\n`

const helpOf = (command: Command, names: readonly string[]): [string, string][] => [
  [names.join(' '), command.configureOutput({ getOutHelpWidth: () => WIDTH_COLUMNS }).helpInformation()],
  ...command.commands.flatMap((child) =>
    [child.name(), ...child.aliases()].flatMap((name) => helpOf(child, [...names, name])),
  ),
]
