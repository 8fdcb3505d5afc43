import { InvalidArgumentError, Option, type Command } from 'commander'

/** `hub usage`: what was used and what it cost. */
export function addUsageCommand(
  hub: Command,
  command: (parent: Command, usage: string, description: string) => Command,
): void {
  command(hub, 'usage', 'what the Hub’s agent used, and what it cost')
    .option('--hub <folder>', 'folder of the Hub (default: the current one)')
    .option('--since <time>', 'turns from this time on (default: the last 30 days)')
    .addOption(
      new Option('--by <group>', 'how to group').choices(['person', 'model', 'day', 'chat']).default('day'),
    )
    .option('--limit <n>', 'groups to show', whole, 50)
    .option('--json', 'print JSON lines; the last is the total')
    .action(async (options) => (await import('./usage.ts')).showUsage(options))
}

const whole = (text: string): number => {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('It must be a whole number from 1 on.')
  return Number(text)
}
