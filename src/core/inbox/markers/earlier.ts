import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { MarkerLog } from './log.ts'

/**
 * Imports the markers of earlier releases: empty files in 256 folders, each with a hash as its name. An interrupted
 * import is repeated at the next start.
 */
export async function takeOverMarkerFiles(folder: string, log: MarkerLog): Promise<void> {
  const found = await readdir(folder, { withFileTypes: true })
  const folders = found
    .filter((entry) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name))
    .map(({ name }) => join(folder, name))
  if (folders.length === 0) return
  for (const one of folders)
    for (const name of await readdir(one)) if (/^[0-9a-f]{64}$/.test(name)) log.add(Buffer.from(name, 'hex'))
  log.write()
  await log.sync()
  void removeAll(folders).catch(() => {})
}

const removeAll = async (folders: readonly string[]): Promise<void> => {
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
}
