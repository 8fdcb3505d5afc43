import type { Command } from 'commander'
import { HUB_OPTION } from './options.ts'

export function addAccountCommands(
  hub: Command,
  command: (parent: Command, usage: string, description: string) => Command,
): void {
  const admin = command(hub, 'admin', 'administrators of the web chat')
  command(admin, 'create', 'make an administrator’s account, unattended')
    .requiredOption('--email <e-mail>', 'e-mail address to sign in with')
    .requiredOption('--name <name>', 'display name')
    .option('--password-stdin', 'read the password from standard input instead of asking')
    .option(...HUB_OPTION)
    .option('--json', 'print the account as JSON')
    .action(async (options) => (await import('./admin.ts')).createAdmin(options))

  command(admin, 'rescue', 'give an administrator a new password, and let passwords sign in for an hour')
    .requiredOption('--email <e-mail>', 'e-mail address of the account')
    .option('--password-stdin', 'read the password from standard input instead of asking')
    .option(...HUB_OPTION)
    .action(async (options) => (await import('./admin.ts')).rescueAdmin(options))

  const keys = command(hub, 'keys', 'personal API keys (sk-…)')
  const keyCommand = (usage: string, description: string) =>
    command(keys, usage, description)
      .requiredOption('--email <e-mail>', 'e-mail address of the keys’ owner')
      .option(...HUB_OPTION)
      .option('--json', 'print JSON')
  keyCommand('create', 'make a key and show it once')
    .option('--name <name>', 'purpose of the key', 'command line')
    .option('--expires <when>', 'last day, such as 2027-06-30, or how long: 12h, 90d; default never')
    .option('--hub-scope <slugs>', 'only for these Hubs, separated by commas; default all and the web chat')
    .action(async (options) => (await import('./keys.ts')).createKey(options))
  keyCommand('list', 'show a person’s keys').action(async (options) =>
    (await import('./keys.ts')).listKeys(options),
  )
  keyCommand('revoke <id>', 'make a key stop working').action(async (id: string, options) =>
    (await import('./keys.ts')).revokeKey(id, options),
  )
}
