import { Option, type Command } from 'commander'
import type { RunStatus } from '#features/work/runs/run.ts'
import { HUB_OPTION, parseSince, parseWholeNumber } from './options.ts'

const STATUSES: readonly RunStatus[] = ['queued', 'running', 'succeeded', 'failed', 'cancelled']

export function addRunsCommands(
  hub: Command,
  command: (parent: Command, usage: string, description: string) => Command,
): void {
  const runs = command(hub, 'runs', 'runs of tasks and workflows')
  const runsCommand = (usage: string, description: string) =>
    command(runs, usage, description)
      .option(...HUB_OPTION)
      .option('--json', 'print JSON lines')
  const load = () => import('./runs.ts')

  runsCommand('list', 'show runs, newest first')
    .addOption(new Option('--status <status>', 'show only runs with this status').choices(STATUSES))
    .option('--workflow <name>', 'show only runs of this workflow, or of a task as md:<task>')
    .option(
      '--since <time>',
      'show only runs queued from this time on, such as 2026-11-20T09:00:00Z, yesterday or 2h',
      parseSince,
    )
    .option('--until <time>', 'show only runs queued before this time', parseSince)
    .option('--limit <n>', 'number of runs to show', parseWholeNumber, 50)
    .action(async (options) => (await load()).printRuns(options))
  runsCommand('show <run>', 'show a run with its steps').action(async (id: string, options) =>
    (await load()).showRun(id, options),
  )
  runsCommand('logs <run>', 'show a run’s output')
    .option('--follow', 'print new output until the run ends; exit code 1 unless its outcome is done')
    .action(async (id: string, options) => (await load()).showOutput(id, options))
}
