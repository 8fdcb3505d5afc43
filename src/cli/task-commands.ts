import type { Command } from 'commander'
import { HUB_OPTION } from './options.ts'

export function addTaskCommands(
  hub: Command,
  command: (parent: Command, usage: string, description: string) => Command,
): void {
  const task = command(hub, 'task', 'tasks of the Hub, Markdown files in tasks/')
  const taskCommand = (usage: string, description: string) =>
    command(task, usage, description)
      .option(...HUB_OPTION)
      .option('--json', 'print JSON lines')
  const load = () => import('./task.ts')

  taskCommand('list', 'show tasks, their triggers and the state of their last run').action(async (options) =>
    (await load()).listTasks(options),
  )
  taskCommand('run <task>', 'run a task now; the Hub must be running')
    .option('--detach', 'do not wait until the run ends')
    .action(async (name: string, options) => (await load()).runTask(name, options))
}
