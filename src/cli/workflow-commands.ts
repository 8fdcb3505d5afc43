import { InvalidArgumentError, Option, type Command } from 'commander'
import { HUB_OPTION } from './options.ts'

export function addWorkflowCommands(
  hub: Command,
  command: (parent: Command, usage: string, description: string) => Command,
): void {
  const workflow = command(hub, 'workflow', 'workflows of several steps')
  const workflowCommand = (usage: string, description: string) =>
    command(workflow, usage, description)
      .option(...HUB_OPTION)
      .option('--json', 'print JSON lines')
  const load = () => import('./workflow.ts')

  workflowCommand('list', 'show workflows, their triggers and the state of their last run').action(
    async (options) => (await load()).listWorkflows(options),
  )
  workflowCommand('run <name>', 'run a workflow now; the Hub has to be running')
    .addOption(
      new Option('--input <name=value>', 'an input; may be given several times')
        .argParser(addInput)
        .default({}, 'none'),
    )
    .option('--detach', 'do not wait for its end')
    .action(async (name: string, options) => (await load()).runWorkflow(name, options))
}

const addInput = (text: string, inputs: Record<string, string>): Record<string, string> => {
  const [, name, value] = /^([^=]+)=([^]*)$/.exec(text) ?? []
  if (name === undefined) throw new InvalidArgumentError('It must be name=value.')
  return { ...inputs, [name.trim()]: value! }
}
