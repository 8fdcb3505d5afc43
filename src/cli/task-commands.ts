import type { Command } from 'commander'

/** `hub task …`: the markdown tasks of a Hub. */
export function addTaskCommands(
  hub: Command,
  command: (parent: Command, usage: string, description: string) => Command,
): void {
  const task = command(hub, 'task', 'markdown tasks')
  const taskCommand = (usage: string, description: string) =>
    command(task, usage, description)
      .option('--hub <folder>', 'folder of the Hub (default: the current one)')
      .option('--json', 'print JSON lines')
  const load = () => import('./task.ts')

  taskCommand('list', 'show tasks, what starts them, and how they last ended').action(async (options) =>
    (await load()).listTasks(options),
  )
  taskCommand('run <task>', 'run a task now; the Hub has to be running')
    .option('--detach', 'do not wait for its end')
    .action(async (name: string, options) => (await load()).runTask(name, options))
}
