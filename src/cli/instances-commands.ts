import type { Command } from 'commander'
import { HUB_OPTION } from './options.ts'

/** `hub machines …`: the instances on this store. */
export function addInstancesCommands(
  hub: Command,
  command: (parent: Command, usage: string, description: string) => Command,
): void {
  const instances = command(hub, 'machines', 'machines that work on the Hub’s store')
  const load = () => import('./cluster/instances.ts')

  command(instances, 'list', 'show the machines that work on this store, the oldest first')
    .option(...HUB_OPTION)
    .option('--json', 'print JSON lines')
    .action(async (options) => (await load()).printInstances(options))
  command(instances, 'drain <name>', 'let a machine take nothing new, so that it can be stopped')
    .option(...HUB_OPTION)
    .action(async (name: string, options) => (await load()).drain(name, options))
}
