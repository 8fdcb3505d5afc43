import type { Command } from 'commander'
import { HUB_OPTION } from './options.ts'

export function addInstancesCommands(
  hub: Command,
  command: (parent: Command, usage: string, description: string) => Command,
): void {
  const instances = command(hub, 'instances', 'running instances of the service on the Hub’s database').alias(
    'machines',
  )
  const load = () => import('./cluster/instances.ts')

  command(instances, 'list', 'list instances on this database, oldest first')
    .option(...HUB_OPTION)
    .option('--json', 'print JSON lines')
    .action(async (options) => (await load()).printInstances(options))
  command(instances, 'drain <name>', 'drain an instance: it finishes its work and accepts no new work')
    .option(...HUB_OPTION)
    .action(async (name: string, options) => (await load()).drain(name, options))
}
