import type { Command } from 'commander'
import { HUB_OPTION } from './options.ts'

export function addSecretsCommands(
  hub: Command,
  command: (parent: Command, usage: string, description: string) => Command,
): void {
  const secrets = command(hub, 'secrets', 'secrets that all instances on one database share')
  command(secrets, 'export <file>', 'write the secrets of this Hub to a new file for SVC_SECRETS_FILE')
    .option(...HUB_OPTION)
    .action(async (file: string, options) => (await import('./secrets.ts')).exportSecrets(file, options))
}
