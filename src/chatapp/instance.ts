import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import { newId } from '#ground/base/ids.ts'
import type { Bus } from '#ground/bus/bus.ts'
import type { InstanceDeps, InstanceFacts } from '#ground/instances/instance.ts'
import type { OpenRemoteTurns } from '#chatapp/turns/remote-turns.ts'

export interface InstanceOptions {
  instance: Pick<InstanceFacts, 'id' | 'name' | 'shared'>
  bus: Bus
  agree: InstanceDeps['agree']
  openRemoteTurns: OpenRemoteTurns
}

/** The id survives restarts. Each data folder has its own id. */
export async function openInstanceId(folder: string): Promise<string> {
  const known = await readInstanceId(folder)
  if (known !== null) return known
  const id = newId()
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFileDurably(pathIn(folder), `${id}\n`)
  return id
}

export async function readInstanceId(folder: string): Promise<string | null> {
  try {
    return (await readFile(pathIn(folder), 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return null
  }
}

const pathIn = (folder: string): string => join(folder, 'instance')
