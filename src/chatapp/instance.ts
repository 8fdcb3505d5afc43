import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import { newId } from '#ground/base/ids.ts'

/** The id of the server that uses this folder: the same after every restart, another on another machine. */
export async function openInstanceId(folder: string): Promise<string> {
  const path = join(folder, 'instance')
  try {
    return (await readFile(path, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    const id = newId()
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFileDurably(path, `${id}\n`)
    return id
  }
}
