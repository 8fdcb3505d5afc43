import { opendir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { locate, type Folders, type Located } from './locate.ts'
import { titles } from './titles.ts'

export interface ListedFile {
  /** As tools take it, such as `files/handbook.md`. */
  path: string
  size: number
}

const MAX_FILES = 5000
const MAX_SHOWN = 500

export const listFilesTool = defineTool({
  name: 'list_files',
  description:
    'List files you can read: the shared knowledge under files/ and the files of this chat under chat/. Gives path and size in bytes.',
  input: z.object({
    folder: z
      .string()
      .optional()
      .describe('Only below this folder, such as files/policies or chat; default both'),
  }),
  readOnly: true,
  title: titles('Listing files', 'Listed files', 'Could not list files'),
  run: async ({ folder }, ctx) => {
    const files = await listFiles(ctx, folder ?? null, ctx.signal)
    if (files.length === 0) return 'There are no files.'
    const lines = files.slice(0, MAX_SHOWN).map(({ path, size }) => `${path} (${size} bytes)`)
    const hidden = files.length - lines.length
    return [...lines, ...(hidden > 0 ? [`… and ${hidden} more; name a folder to see fewer.`] : [])].join('\n')
  },
})

/**
 * Files in name order, at most 5,000. Hidden ones, and links that lead to folders or out, are left out.
 *
 * @param path Null lists both areas.
 * @throws BadPath when `path` is malformed or names nothing.
 */
export async function listFiles(
  folders: Folders,
  path: string | null,
  signal: AbortSignal,
): Promise<ListedFile[]> {
  const found: ListedFile[] = []
  const roots = path === null ? await bothAreas(folders) : [await locate(folders, path)]
  for (const root of roots) await collect(folders, root, found, signal)
  return found.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** The areas that exist. */
const bothAreas = async (folders: Folders): Promise<Located[]> => {
  const areas = await Promise.allSettled([locate(folders, 'files'), locate(folders, 'chat')])
  return areas.filter((area) => area.status === 'fulfilled').map((area) => area.value)
}

const collect = async (
  folders: Folders,
  { real, shown }: Located,
  found: ListedFile[],
  signal: AbortSignal,
) => {
  const about = await stat(real)
  if (about.isFile()) found.push({ path: shown, size: about.size })
  if (!about.isDirectory()) return
  for await (const entry of await opendir(real)) {
    if (signal.aborted || found.length >= MAX_FILES) return
    if (entry.name.startsWith('.')) continue
    const path = `${shown}/${entry.name}`
    const below = { area: 'files' as const, segments: [], real: join(real, entry.name), shown: path }
    if (entry.isDirectory() || entry.isFile()) await collect(folders, below, found, signal)
    else if (entry.isSymbolicLink()) {
      const target = await locate(folders, path).catch(() => null)
      // Only links to files: a link to a folder could lead round in circles.
      if (target && (await stat(target.real)).isFile()) await collect(folders, target, found, signal)
    }
  }
}
