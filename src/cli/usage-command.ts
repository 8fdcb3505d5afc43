import { Option, type Command } from 'commander'
import { HUB_OPTION, parseSince, parseWholeNumber } from './options.ts'

export function addUsageCommand(
  hub: Command,
  command: (parent: Command, usage: string, description: string) => Command,
): void {
  command(hub, 'usage', 'usage and cost of the Hub’s agent')
    .option(...HUB_OPTION)
    .option(
      '--since <time>',
      'include only turns from this time on, such as 2026-11-20, yesterday or 7d (default: 30d)',
      parseSince,
    )
    .addOption(
      new Option('--by <group>', 'group turns by this attribute')
        .choices(['person', 'model', 'day', 'chat'])
        .default('day'),
    )
    .option('--limit <n>', 'number of groups to show', parseWholeNumber, 50)
    .option('--json', 'print JSON lines; the last line is the total')
    .action(async (options) => (await import('./usage.ts')).showUsage(options))
}
