import type { Command } from 'commander'
import { HUB_OPTION, parseWholeNumber } from './options.ts'

export function addPublishCommands(
  hub: Command,
  command: (parent: Command, usage: string, description: string) => Command,
): void {
  const load = () => import('./cluster/publish.ts')
  const JSON_OPTION = ['--json', 'print JSON lines'] as const

  command(hub, 'publish [folder]', 'store the files of the Hub’s folder in its database as a new version')
    .option(...HUB_OPTION)
    .option('--note <text>', 'note on the version, for people')
    .option('--dry-run', 'only show changes since the current version')
    .option(...JSON_OPTION)
    .action(async (folder: string | undefined, options) => (await load()).publishHub(folder, options))
  const versions = command(hub, 'versions', 'published versions of the Hub')
  command(versions, 'list', 'list versions, newest first')
    .option(...HUB_OPTION)
    .option(...JSON_OPTION)
    .action(async (options) => (await load()).listVersions(options))
  command(versions, 'show', 'show the files of a version')
    .argument('<number>', 'number of the version', parseWholeNumber)
    .option(...HUB_OPTION)
    .option(...JSON_OPTION)
    .action(async (number: number, options) => (await load()).showVersion(number, options))
  command(versions, 'diff', 'show changes between two versions')
    .argument('<from>', 'number of the older version', parseWholeNumber)
    .argument('<to>', 'number of the newer version', parseWholeNumber)
    .option(...HUB_OPTION)
    .option(...JSON_OPTION)
    .action(async (from: number, to: number, options) => (await load()).diffVersions([from, to], options))
  command(versions, 'use', 'make another version current')
    .argument('<number>', 'number of the version', parseWholeNumber)
    .option(...HUB_OPTION)
    .action(async (number: number, options) => (await load()).useVersion(number, options))
}
