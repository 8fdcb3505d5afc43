import type { Command } from 'commander'
import { HUB_OPTION } from './options.ts'

export function addImportCommands(
  hub: Command,
  command: (parent: Command, usage: string, description: string) => Command,
): void {
  const imports = command(hub, 'import', 'move data in from another web chat')
  command(
    imports,
    'open-webui',
    'import accounts, keys, groups, chats, files, prompts and memories of Open WebUI',
  )
    .argument('<file>', 'webui.db, or chats.json that Open WebUI exported')
    .option(...HUB_OPTION)
    .option('--files <folder>', 'folder with the uploaded files (default: uploads beside the database)')
    .option('--email <e-mail>', 'account that gets the chats of a JSON file')
    .option('--dry-run', 'only report what would be imported')
    .option('--json', 'print JSON')
    .action(async (file: string, options) => (await import('./import.ts')).importOpenWebui(file, options))
}
