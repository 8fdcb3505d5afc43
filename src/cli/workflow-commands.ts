import { InvalidArgumentError, Option, type Command } from 'commander'
import { HUB_OPTION } from './options.ts'

export function addWorkflowCommands(
  hub: Command,
  command: (parent: Command, usage: string, description: string) => Command,
): void {
  const workflow = command(hub, 'workflow', 'workflows of the Hub, YAML files in workflows/')
  const workflowCommand = (usage: string, description: string) =>
    command(workflow, usage, description)
      .option(...HUB_OPTION)
      .option('--json', 'print JSON lines')
  const load = () => import('./workflow.ts')

  workflowCommand('list', 'show workflows, their triggers and the state of their last run').action(
    async (options) => (await load()).listWorkflows(options),
  )
  workflowCommand('run <name>', 'run a workflow now; the Hub must be running')
    .addOption(
      new Option('--input <name=value>', 'input of the workflow; can be repeated')
        .argParser(addInput)
        .default({}, 'none'),
    )
    .option('--detach', 'do not wait until the run ends')
    .action(async (name: string, options) => (await load()).runWorkflow(name, options))
}

const addInput = (text: string, inputs: Record<string, string>): Record<string, string> => {
  const [, name, value] = /^([^=]+)=([^]*)$/.exec(text) ?? []
  if (name === undefined) throw new InvalidArgumentError('Expected the form name=value.')
  return { ...inputs, [name.trim()]: value! }
}
