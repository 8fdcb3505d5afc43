import { lstat, opendir, stat } from 'node:fs/promises'
import { z } from 'zod'
import { defineTool } from '../define-tool.ts'
import { locateFile, type AreaFolders, type LocatedFile } from './locate.ts'
import { openBelow, openFolder, type OpenFolder } from './open.ts'
import { titles } from './titles.ts'

export interface ListedFile {
  path: string
  size: number
}

export const MAX_FILES = 5000
const MAX_SHOWN = 500
const MAX_DEPTH = 40

export const listFilesTool = defineTool({
  name: 'list_files',
  description:
    'List files you can read: the shared knowledge under files/ and the files of this chat under chat/. Gives path and size in bytes.',
  input: z.object({
    folder: z
      .string()
      .optional()
      .describe('Folder to list, such as files/policies or chat; default both folders, files and chat'),
  }),
  readOnly: true,
  title: titles('listFiles'),
  run: async ({ folder }, ctx) => {
    const files = await listFiles(ctx, folder ?? null, ctx.signal)
    if (files.length === 0) return 'There are no files.'
    const lines = files.slice(0, MAX_SHOWN).map(({ path, size }) => `${path} (${size} bytes)`)
    const hidden = files.length - lines.length
    const more = files.length >= MAX_FILES ? `more than ${hidden}` : hidden
    return [...lines, ...(hidden > 0 ? [`… and ${more} more; name a folder to see fewer.`] : [])].join('\n')
  },
})

/**
 * Omits hidden files, links to folders, and links that lead out of the area.
 * @throws BadPath if `path` is malformed or does not exist.
 */
export async function listFiles(
  folders: AreaFolders,
  path: string | null,
  signal: AbortSignal,
): Promise<ListedFile[]> {
  const listing: Listing = { folders, found: [], signal }
  const roots = path === null ? await bothAreas(folders) : [await locateFile(folders, path)]
  for (const root of roots) await collectRoot(listing, root)
  return listing.found.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

interface Listing {
  folders: AreaFolders
  found: ListedFile[]
  signal: AbortSignal
}

const bothAreas = async (folders: AreaFolders): Promise<LocatedFile[]> => {
  const areas = await Promise.allSettled([locateFile(folders, 'files'), locateFile(folders, 'chat')])
  return areas.filter((area) => area.status === 'fulfilled').map((area) => area.value)
}

const collectRoot = async (listing: Listing, located: LocatedFile): Promise<void> => {
  const about = await stat(located.real)
  if (about.isFile()) listing.found.push({ path: located.shown, size: about.size })
  if (!about.isDirectory()) return
  await using folder = await openFolder(located)
  await collect(listing, folder, located.shown, 0)
}

const collect = async (listing: Listing, folder: OpenFolder, shown: string, depth: number): Promise<void> => {
  const { folders, found, signal } = listing
  for await (const entry of await opendir(folder.entry('.'))) {
    if (signal.aborted || found.length >= MAX_FILES) return
    if (entry.name.startsWith('.')) continue
    const path = `${shown}/${entry.name}`
    if (entry.isFile()) {
      const about = await lstat(folder.entry(entry.name)).catch(() => null)
      if (about?.isFile()) found.push({ path, size: about.size })
    } else if (entry.isDirectory() && depth < MAX_DEPTH) {
      const opened = await openBelow(folder, entry.name).catch(() => null)
      if (!opened) continue
      await using below = opened
      await collect(listing, below, path, depth + 1)
    } else if (entry.isSymbolicLink()) {
      // Follows links only to files, since links to folders may form a cycle.
      const target = await locateFile(folders, path).catch(() => null)
      const about = target && (await stat(target.real).catch(() => null))
      if (about?.isFile()) found.push({ path, size: about.size })
    }
  }
}
