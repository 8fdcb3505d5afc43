import { z } from 'zod'
import { defineTool } from '../define-tool.ts'
import { encodingOf, SNIFFED_BYTES } from './encoding.ts'
import { finder, type Find } from './finder.ts'
import { pathMatch } from './glob.ts'
import { fileLines } from './lines.ts'
import { listFiles, MAX_FILES, type ListedFile } from './list.ts'
import type { AreaFolders } from './locate.ts'
import { createMatches, type Matches } from './matches.ts'
import { openFile } from './open.ts'
import { titles } from './titles.ts'

const MAX_LINE = 10_000
const MAX_BYTES = 512 * 1024 * 1024

export const searchFilesTool = defineTool({
  name: 'search_files',
  description:
    'Find lines by text or regular expression, in files/ and chat/. Gives `path:line:text` for each match, and `path-line-text` for the lines around it. PDF and Office documents are not searched; read them.',
  input: z.object({
    query: z.string().min(1).max(500).describe('Text to search for; with `regex` a regular expression (RE2)'),
    regex: z.boolean().default(false).describe('Treat `query` as a regular expression'),
    folder: z.string().optional().describe('Folder or file to search in'),
    glob: z.string().optional().describe('Pattern of the files to search, such as *.md or files/hr/**'),
    case_sensitive: z.boolean().default(false).describe('Match case'),
    context: z
      .int()
      .min(0)
      .max(10)
      .default(0)
      .describe('Number of lines to show before and after each match'),
  }),
  readOnly: true,
  title: titles('searchFiles'),
  run: async ({ query, regex, folder, glob, case_sensitive, context }, ctx) => {
    const find = await finder(query, { regex, caseSensitive: case_sensitive })
    const isWanted = glob ? await pathMatch(glob) : () => true
    const listed = await listFiles(ctx, folder ?? null, ctx.signal)
    const files = listed.filter(({ path }) => isWanted(path))
    if (glob && files.length === 0) return `No file matches ${glob}.`
    const matches = createMatches(context)
    if (listed.length >= MAX_FILES) matches.addNote(`looked at ${MAX_FILES} files of more; name a folder`)
    let bytes = 0
    for (const file of files) {
      if (matches.isFull()) break
      bytes += file.size
      if (bytes > MAX_BYTES) {
        matches.addNote(`stopped at ${file.path}: too much to search; name a folder or a glob`)
        break
      }
      if (!(await searchFile(ctx, file, find, matches))) matches.skipped(file.path)
    }
    return matches.text(`Nothing matches “${query}”.`)
  },
})

const searchFile = async (
  ctx: AreaFolders & { signal: AbortSignal },
  { path }: ListedFile,
  find: Find,
  matches: Matches,
): Promise<boolean> => {
  const opened = await openFile(ctx, path).catch(() => null)
  if (!opened) return true
  await using file = opened
  const { bytesRead, buffer } = await file.handle.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0)
  const found = encodingOf(buffer.subarray(0, bytesRead))
  if (found === null) return false
  matches.beginFile(path)
  for await (const batch of fileLines(file.handle, found.encoding, {
    maxCharacters: MAX_LINE,
    signal: ctx.signal,
  }))
    for (const { text } of batch) {
      const at = await find(text)
      matches.line(text, at)
      if (matches.isFull()) return true
    }
  return true
}
