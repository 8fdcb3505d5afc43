import type { Command } from 'commander'
import { HUB_OPTION } from './options.ts'

/** `hub move …`: moves data from one place to another. */
export function addMoveCommands(
  hub: Command,
  command: (parent: Command, usage: string, description: string) => Command,
): void {
  const migrate = command(hub, 'move', 'move data between backends').alias('migrate')

  command(migrate, 'store', 'copy the SQLite store into the database of SVC_DATABASE_URL, or back')
    .option(...HUB_OPTION)
    .option('--from <variable>', 'variable with the address of the store to copy (default: the SQLite file)')
    .option('--dry-run', 'only report what would be copied')
    .option('--json', 'print JSON lines')
    .action(async (options) => (await import('./cluster/move.ts')).moveDatabase(options))
  command(migrate, 'files', 'put files that only this machine’s data folder has into the bucket')
    .option(...HUB_OPTION)
    .option('--dry-run', 'only report what would be moved')
    .option('--verify', 'read what is in the bucket already, too')
    .option('--json', 'print JSON lines')
    .action(async (options) => (await import('./cluster/move.ts')).moveFilesToBucket(options))
  command(migrate, 'inbox', 'bring events and deliveries from the store back to the Hub’s folder')
    .option(...HUB_OPTION)
    .option('--dry-run', 'only report what would be moved')
    .option('--verify', 'verify the folder before deleting from the store')
    .option('--json', 'print JSON lines')
    .action(async (options) => (await import('./cluster/move.ts')).moveInboxBack(options))
  command(migrate, 'chats', 'bring chats and memory from the store back to the Hub’s folder')
    .option(...HUB_OPTION)
    .option('--json', 'print JSON lines')
    .action(async (options) => (await import('./cluster/move.ts')).moveChatsBack(options))
}
