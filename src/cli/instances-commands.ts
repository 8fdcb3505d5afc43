import type { Command } from 'commander'
import { HUB_OPTION } from './options.ts'

/** `hub machines …`: the instances on this store. */
export function addMachinesCommands(
  hub: Command,
  command: (parent: Command, usage: string, description: string) => Command,
): void {
  const machines = command(hub, 'machines', 'machines that work on the Hub’s store')
  const load = () => import('./cluster/instances.ts')

  command(machines, 'list', 'show the machines that work on this store, the oldest first')
    .option(...HUB_OPTION)
    .option('--json', 'print JSON lines')
    .action(async (options) => (await load()).showMachines(options))
  command(machines, 'drain <name>', 'let a machine take nothing new, so that it can be stopped')
    .option(...HUB_OPTION)
    .action(async (name: string, options) => (await load()).drain(name, options))
}
