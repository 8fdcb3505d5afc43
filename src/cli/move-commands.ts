import type { Command } from 'commander'
import { HUB_OPTION } from './options.ts'

export function addMoveCommands(
  hub: Command,
  command: (parent: Command, usage: string, description: string) => Command,
): void {
  const move = command(hub, 'move', 'move data between backends').alias('migrate')

  command(move, 'store', 'copy the SQLite database into the Postgres database of SVC_DATABASE_URL, or back')
    .option(...HUB_OPTION)
    .option(
      '--from <variable>',
      'variable with the address of the database to copy (default: the SQLite file)',
    )
    .option('--dry-run', 'only report what would be copied')
    .option('--json', 'print JSON lines')
    .action(async (options) => (await import('./cluster/move.ts')).moveDatabase(options))
  command(move, 'files', 'move files of this data folder into object storage')
    .option(...HUB_OPTION)
    .option('--dry-run', 'only report what would be moved')
    .option('--verify', 'also read the objects that are already in the bucket')
    .option('--json', 'print JSON lines')
    .action(async (options) => (await import('./cluster/move.ts')).moveFilesToBucket(options))
  command(move, 'inbox', 'move events and deliveries from the database back to the Hub’s folder')
    .option(...HUB_OPTION)
    .option('--dry-run', 'only report what would be moved')
    .option('--verify', 'verify the moved files before deleting them from the database')
    .option('--json', 'print JSON lines')
    .action(async (options) => (await import('./cluster/move.ts')).moveInboxBack(options))
  command(move, 'chats', 'move chats and memory from the database back to the Hub’s folder')
    .option(...HUB_OPTION)
    .option('--json', 'print JSON lines')
    .action(async (options) => (await import('./cluster/move.ts')).moveChatsBack(options))
}
