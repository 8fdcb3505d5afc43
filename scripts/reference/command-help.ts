import type { Command } from 'commander'
import { program } from '#cli/main.ts'

export const HELP_PATH = 'bin/setup/command-help.json'

const WIDTH_COLUMNS = 80

export const commandHelp = (): string =>
  `${JSON.stringify(Object.fromEntries(helpOf(program(), [])), null, 2)}\n`

const helpOf = (command: Command, names: readonly string[]): [string, string][] => [
  [names.join(' '), command.configureOutput({ getOutHelpWidth: () => WIDTH_COLUMNS }).helpInformation()],
  ...command.commands.flatMap((child) =>
    [child.name(), ...child.aliases()].flatMap((name) => helpOf(child, [...names, name])),
  ),
]
