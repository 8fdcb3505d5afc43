import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Finds the name under which a folder holds an entry. An entry of exactly this name wins; else an entry whose
 * name is the same text in another Unicode form, as macOS writes names (NFD). Without either, the name as
 * given.
 */
export async function existingName(folder: string, name: string): Promise<string> {
  if (isSameInAllForms(name) || (await isThere(join(folder, name)))) return name
  const composed = name.normalize('NFC')
  const names = await readdir(folder).catch(() => [])
  return names.find((other) => other.normalize('NFC') === composed) ?? name
}

/** The same for each name of a path below a folder. */
export async function existingNames(folder: string, names: readonly string[]): Promise<string[]> {
  if (names.every(isSameInAllForms) || (await isThere(join(folder, ...names)))) return [...names]
  const found: string[] = []
  for (const name of names) found.push(await existingName(join(folder, ...found), name))
  return found
}

const isSameInAllForms = (name: string): boolean => name.normalize('NFC') === name.normalize('NFD')

const isThere = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  )
