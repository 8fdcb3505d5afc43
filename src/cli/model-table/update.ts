import { resolve } from 'node:path'
import { systemClock } from '#ground/base/clock.ts'
import { installTable, readTableFile, removeInstalledTable } from '#ground/model-table/installed.ts'
import { BUILT_IN_TABLE } from '#ground/model-table/table.ts'
import { CommandFailure } from '../failure.ts'
import { hubFolderOf } from '../hub-folder.ts'
import { print, printJson } from '../print.ts'
import { readCommandSettings } from '../settings.ts'

export async function updateModels(options: {
  hub?: string
  file?: string
  back?: boolean
  json?: boolean
}): Promise<void> {
  if ((options.file === undefined) === !options.back)
    throw new CommandFailure('give either --file, the table to install, or --back', 2)
  const { dataFolder } = await readCommandSettings(hubFolderOf(options.hub))
  if (options.back) {
    const isRemoved = await removeInstalledTable(dataFolder)
    if (options.json) return printJson({ date: BUILT_IN_TABLE.date, removed: isRemoved })
    return print(`The table of the release applies, of ${BUILT_IN_TABLE.date}.`)
  }
  const file = resolve(options.file!)
  const read = await readTableFile(file)
  if (!read.ok) throw new CommandFailure(`${file}: ${read.refusal}`)
  if (read.value === null) throw new CommandFailure(`${file}: there is no such file`)
  const table = read.value
  const refusal = refusedDate(table.date)
  if (refusal) throw new CommandFailure(`${file}: ${refusal}`)
  await installTable(dataFolder, table)
  if (options.json) return printJson({ date: table.date, models: table.models.size })
  print(
    `Installed ${table.models.size} models of ${table.date}. Running Hubs use the table within ten seconds.`,
  )
}

function refusedDate(date: string): string | null {
  if (date < BUILT_IN_TABLE.date)
    return `its date ${date} is before ${BUILT_IN_TABLE.date}, the date of the release’s table, which would apply instead`
  const tomorrow = new Date(systemClock.now() + DAY_MS).toISOString().slice(0, 10)
  return date > tomorrow ? `its date ${date} is in the future` : null
}

const DAY_MS = 86_400_000
