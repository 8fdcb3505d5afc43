import { basename, resolve } from 'node:path'
import { slugOf } from '#ground/hub/slug.ts'
import { commandName, shortPath } from './command-name.ts'
import { alignColumns, formatBold, print, printJson } from './print.ts'
import { scaffold, type TemplateName } from './scaffold.ts'

export async function init(
  folder: string,
  { template, json }: { template: TemplateName; json?: boolean },
): Promise<void> {
  const path = resolve(folder)
  await scaffold(path, template)
  if (json) return printJson({ folder: path, slug: slugOf(basename(path)), template })
  const folderShown = shortPath(path)
  const next = [
    ['run', 'start the Hub, then open the address it prints'],
    ['chat', 'chat in this terminal'],
    ['doctor', 'check the Hub for problems'],
  ].map(([command, does]) => [`${commandName()} ${command} ${folderShown}`, does!])
  print(`${formatBold(basename(path))} is ready in ${folderShown}

${alignColumns(next)}

Its instructions are in agent.md, its settings in .env. It answers with the built-in offline model until
SVC_MODEL and a provider’s key are set in .env.`)
}
