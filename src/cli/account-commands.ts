import type { Command } from 'commander'
import { HUB_OPTION } from './options.ts'

export function addAccountCommands(
  hub: Command,
  command: (parent: Command, usage: string, description: string) => Command,
): void {
  const admin = command(hub, 'admin', 'administrators of the web chat')
  command(admin, 'create', 'create an administrator’s account without a browser')
    .requiredOption('--email <e-mail>', 'e-mail address to sign in with')
    .requiredOption('--name <name>', 'display name')
    .option('--password-stdin', 'read the password from standard input instead of asking')
    .option(...HUB_OPTION)
    .option('--json', 'print the account as JSON')
    .action(async (options) => (await import('./admin.ts')).createAdmin(options))

  command(
    admin,
    'rescue',
    'give an administrator a new password, and allow sign-in with passwords for one hour',
  )
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
  keyCommand('create', 'create a key and show it once')
    .option('--name <name>', 'purpose of the key', 'command line')
    .option(
      '--expires <when>',
      'last day of validity, such as 2027-06-30, or a duration such as 12h or 90d (default: never expires)',
    )
    .option(
      '--hub-scope <slugs>',
      'limit the key to these Hubs, separated by commas (default: all Hubs and the web chat)',
    )
    .action(async (options) => (await import('./keys.ts')).createKey(options))
  keyCommand('list', 'list a person’s keys').action(async (options) =>
    (await import('./keys.ts')).listKeys(options),
  )
  keyCommand('revoke <id>', 'revoke a key at once').action(async (id: string, options) =>
    (await import('./keys.ts')).revokeKey(id, options),
  )
}
