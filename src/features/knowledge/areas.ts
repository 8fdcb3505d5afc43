import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { listFiles, type ListedFile } from '#core/agent/tools/files/list.ts'
import { BadPath } from '#core/agent/tools/files/locate.ts'
import { openFile, type OpenAreaFile } from '#core/agent/tools/files/open.ts'
import { isPermission } from '#core/access/permission.ts'

/**
 * `restricted/<capability>/` contains files for people who have the capability. It is outside `files/`, so that no
 * other tool can read it.
 */
export const RESTRICTED = 'restricted'

const MAX_FILES = 200_000

/** The file tools know `files/` and a second folder, `chat/`; here, this second folder is `restricted/`. */
const foldersOf = (hubFolder: string) => ({ hubFolder, chatFolder: join(hubFolder, RESTRICTED) })

export async function listKnowledge(hubFolder: string, signal: AbortSignal): Promise<ListedFile[]> {
  const folders = foldersOf(hubFolder)
  const list = (area: string) =>
    listFiles(folders, area, signal, MAX_FILES).catch((error: unknown) => {
      if (error instanceof BadPath) return []
      throw error
    })
  const restricted = await list('chat')
  return [
    ...(await list('files')),
    ...restricted.map((file) => ({ ...file, path: RESTRICTED + file.path.slice('chat'.length) })),
  ]
}

/** @throws BadPath */
export const openKnowledgeFile = (hubFolder: string, path: string): Promise<OpenAreaFile> =>
  openFile(
    foldersOf(hubFolder),
    path.startsWith(`${RESTRICTED}/`) ? `chat${path.slice(RESTRICTED.length)}` : path,
  )

export interface RestrictedFolders {
  capabilities: readonly string[]
  /** Names of folders that are no capabilities. Their files are for nobody. */
  invalid: readonly string[]
}

export async function restrictedFolders(hubFolder: string): Promise<RestrictedFolders> {
  const entries = await readdir(join(hubFolder, RESTRICTED), { withFileTypes: true }).catch(() => [])
  const names = entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
    .map(({ name }) => name)
    .toSorted()
  return {
    capabilities: names.filter(isPermission),
    invalid: names.filter((name) => !isPermission(name)),
  }
}

/** Null for a file that everyone who uses the Hub may read. */
export function capabilityOf(path: string): string | null {
  const [area, capability = ''] = path.split('/')
  return area === RESTRICTED ? capability : null
}
