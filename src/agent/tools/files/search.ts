import { createInterface } from 'node:readline'
import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import type { Folders } from './locate.ts'
import { listFiles, type ListedFile } from './list.ts'
import { openFile } from './open.ts'
import { titles } from './titles.ts'

const MAX_MATCHES = 100
const MAX_FILE_BYTES = 10 * 1024 * 1024
const MAX_SHOWN_LINE = 300

export const searchFilesTool = defineTool({
  name: 'search_files',
  description: 'Find lines that contain a text, in files/ and chat/. Gives `path:line: text` for each.',
  input: z.object({
    query: z.string().min(1).max(500).describe('Plain text to look for, not a pattern'),
    folder: z.string().optional().describe('Only below this folder or in this file'),
    case_sensitive: z.boolean().default(false),
  }),
  readOnly: true,
  title: titles('Searching files', 'Searched files', 'Could not search files'),
  run: async ({ query, folder, case_sensitive }, ctx) => {
    const folded = (text: string) => (case_sensitive ? text : text.toLowerCase())
    const wanted = folded(query)
    const matches: string[] = []
    for (const file of await listFiles(ctx, folder ?? null, ctx.signal)) {
      if (matches.length > MAX_MATCHES || ctx.signal.aborted) break
      await searchFile(ctx, file, (line) => folded(line).includes(wanted), matches)
    }
    if (matches.length === 0) return `Nothing contains “${query}”.`
    const shown = matches.slice(0, MAX_MATCHES)
    return [
      ...shown,
      ...(matches.length > shown.length ? ['… and more; search for something narrower.'] : []),
    ].join('\n')
  },
})

/** Adds `path:line: text` of matching lines, one more than the most that are shown. Binary and huge files are skipped. */
const searchFile = async (
  folders: Folders,
  { path, size }: ListedFile,
  isMatch: (line: string) => boolean,
  matches: string[],
) => {
  if (size > MAX_FILE_BYTES) return
  const opened = await openFile(folders, path).catch(() => null) // it may have gone since it was listed
  if (!opened) return
  await using file = opened
  const stream = file.handle.createReadStream({ encoding: 'utf8', autoClose: false })
  let number = 0
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
    number++
    if (line.includes('\0')) break
    if (!isMatch(line)) continue
    matches.push(`${path}:${number}: ${line.trim().slice(0, MAX_SHOWN_LINE)}`)
    if (matches.length > MAX_MATCHES) break
  }
  stream.destroy()
}
