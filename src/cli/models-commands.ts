import type { Command } from 'commander'
import { HUB_OPTION } from './options.ts'

export function addModelsCommands(
  hub: Command,
  command: (parent: Command, usage: string, description: string) => Command,
): void {
  const models = command(hub, 'models', 'prices and context windows of models')
  command(models, 'list', 'the models of the Hub’s agent, or all models of the table')
    .option(...HUB_OPTION)
    .option('--all', 'list all models of the table')
    .option('--json', 'print JSON lines; the first line describes the table')
    .action(async (options) => (await import('./model-table/list.ts')).listModels(options))
  command(models, 'update', 'replace the table of prices and context windows')
    .option(...HUB_OPTION)
    .option('--file <file>', 'table to install')
    .option('--back', 'return to the table of the release')
    .option('--json', 'print JSON')
    .action(async (options) => (await import('./model-table/update.ts')).updateModels(options))
}
