import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Finds an entry whose name differs only in its Unicode form, such as NFD on macOS. */
export async function existingName(folder: string, name: string): Promise<string> {
  if (isSameInAllForms(name) || (await isThere(join(folder, name)))) return name
  const composed = name.normalize('NFC')
  const names = await readdir(folder).catch(() => [])
  return names.find((other) => other.normalize('NFC') === composed) ?? name
}

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
