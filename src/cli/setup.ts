import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PACKAGE_FOLDER } from '#ground/base/package-folder.ts'
import { print, printJson, printWarning } from './print.ts'

export async function setup({ json }: { json?: boolean }): Promise<void> {
  const closed = await closedToOthers(PACKAGE_FOLDER)
  if (closed !== null)
    printWarning(
      `other users cannot read ${closed}; to run the service as another user: chmod o+rX ${closed}`,
    )
  const facts = { node: process.versions.node, folder: PACKAGE_FOLDER, readable_by_others: closed === null }
  if (json) return printJson(facts)
  return print(`Set up in ${facts.folder} with Node ${facts.node}: dependencies and pages are ready.`)
}

const ENTER = 0o001
const READ = 0o004

async function closedToOthers(folder: string): Promise<string | null> {
  const needed = [
    ...foldersAbove(folder).map((path) => ({ path, mode: ENTER })),
    ...['', 'bin', 'src', 'dist', 'node_modules', 'web/dist'].map((name) => ({
      path: join(folder, name),
      mode: ENTER | READ,
    })),
  ]
  for (const { path, mode } of needed) {
    const found = await stat(path).catch(() => null)
    if (found !== null && (found.mode & mode) !== mode) return path
  }
  return null
}

const foldersAbove = (folder: string): string[] => {
  const above = dirname(folder)
  return above === folder ? [] : [...foldersAbove(above), above]
}
