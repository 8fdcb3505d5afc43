import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

export const listFolderNames = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => !name.startsWith('.')).toSorted()

export async function findHubs(folder: string): Promise<string[]> {
  const found = await Promise.all(
    (await listFolderNames(folder)).map(async (name) => ({
      name,
      kind: await findFolderKind(join(folder, name)),
    })),
  )
  return found.filter(({ kind }) => kind === 'hub').map(({ name }) => name)
}

export async function findFolderKind(path: string): Promise<'hub' | 'folder' | null> {
  const [about, agent] = await Promise.all(
    [path, join(path, 'agent.md')].map((one) => stat(one).catch(() => null)),
  )
  if (!about?.isDirectory()) return null
  return agent ? 'hub' : 'folder'
}
