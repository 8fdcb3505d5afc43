import type { Command } from 'commander'
import { program } from '#cli/main.ts'

/** `bin/setup/command-help.mjs` reads the file without dependencies. */
export const HELP_PATH = 'bin/setup/command-help.json'

const WIDTH_COLUMNS = 80

/** JSON with one text per command, such as `keys create`; `''` is `hub` itself. */
export const commandHelp = (): string =>
  `${JSON.stringify(Object.fromEntries(helpOf(program(), [])), null, 2)}\n`

const helpOf = (command: Command, names: readonly string[]): [string, string][] => [
  [names.join(' '), command.configureOutput({ getOutHelpWidth: () => WIDTH_COLUMNS }).helpInformation()],
  ...command.commands.flatMap((child) =>
    [child.name(), ...child.aliases()].flatMap((name) => helpOf(child, [...names, name])),
  ),
]
