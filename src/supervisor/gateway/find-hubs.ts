import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface FoundFolders {
  /** Names of the folders that hold an agent file, in alphabetical order. */
  hubs: string[]
  /** Names of all folders, in which one may appear. */
  all: string[]
}

/** The Hubs of a folder: its direct subfolders with an `agent.md`, but none whose name begins with a dot. */
export async function findHubs(folder: string): Promise<FoundFolders> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith('.')).toSorted()
  const found = await Promise.all(
    names.map(async (name) => ({ name, kind: await kindOf(join(folder, name)) })),
  )
  return {
    hubs: found.filter(({ kind }) => kind === 'hub').map(({ name }) => name),
    all: found.filter(({ kind }) => kind !== null).map(({ name }) => name),
  }
}

const kindOf = async (path: string): Promise<'hub' | 'folder' | null> => {
  const [about, agent] = await Promise.all(
    [path, join(path, 'agent.md')].map((one) => stat(one).catch(() => null)),
  )
  if (!about?.isDirectory()) return null
  return agent ? 'hub' : 'folder'
}
