import type { Command } from 'commander'
import { HUB_OPTION } from './options.ts'

export function addBackupCommands(
  hub: Command,
  command: (parent: Command, usage: string, description: string) => Command,
): void {
  const backup = command(hub, 'backup', 'backups of the service')
  command(
    backup,
    'record',
    'store the result of a backup, so that the Console warns of late and failed backups',
  )
    .option(...HUB_OPTION)
    .option('--failed <reason>', 'the backup failed for this reason')
    .action(async (options) => (await import('./backup.ts')).recordResult(options))
}
