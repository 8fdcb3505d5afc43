import { z } from 'zod'
import { defineTool } from '#core/agent/tools/define-tool.ts'
import { BadPath } from '#core/agent/tools/files/locate.ts'
import { namesIn } from '#core/agent/tools/files/path.ts'
import { lastName, titles } from '#core/agent/tools/files/titles.ts'
import type { Tool } from '#core/agent/tools/tool.ts'
import { cutText } from '#ground/base/cut-text.ts'
import type { Store } from '#ground/store/store.ts'
import { RESTRICTED } from './areas.ts'
import { KNOWLEDGE_TOOL, type Gate } from './gate.ts'
import { searchPassages, type FoundPassage } from './search.ts'

export interface KnowledgeToolDeps {
  hub: string
  store: Pick<Store, 'slowReads'>
  gate: Gate
  /** False while no file is indexed; the model then does not see the tool. */
  hasDocuments(): boolean
}

const MAX_TEXT_LENGTH = 2000

export const knowledgeTool = ({ hub, store, gate, hasDocuments }: KnowledgeToolDeps): Tool => ({
  ...defineTool({
    name: KNOWLEDGE_TOOL,
    description:
      'Find the passages of the Hub’s files that fit a question best, in text, PDF, Office, e-mail and HTML files. Gives `path:first-last` and the text of each passage. Name path and lines of the passages that your answer uses. To find an exact text or pattern, use search_files.',
    input: z.object({
      query: z.string().min(1).max(500).describe('Words of the question, in the language of the files'),
      limit: z.int().min(1).max(20).default(6).describe('Number of passages'),
      folder: z.string().optional().describe('Folder or file to search in, such as files/hr'),
    }),
    readOnly: true,
    title: titles('searchFiles'),
    run: async ({ query, limit, folder }, ctx) => {
      const within = folder === undefined ? null : folderOf(folder)
      await gate.check(within, ctx)
      const readable = await gate.readableFolders(ctx)
      const matches = await searchPassages(store.slowReads, hub, { query, limit, folder: within, readable })
      const found = await gate.permitted(matches, ctx)
      if (found.length === 0) return `No passage matches “${query}”.`
      for (const { path, text } of found) ctx.source({ title: lastName(path), path, text })
      return found.map(shownPassage).join('\n\n')
    },
  }),
  isFor: hasDocuments,
})

/** Null for all files. @throws BadPath */
function folderOf(folder: string): string | null {
  const parsed = namesIn(folder, `paths start with files/ or ${RESTRICTED}/`)
  if (!parsed.ok) throw new BadPath(parsed.refusal)
  const [area] = parsed.value
  if (area === undefined) return null
  const path = parsed.value.join('/')
  return area === 'files' || area === RESTRICTED ? path : `files/${path}`
}

const shownPassage = ({ path, firstLine, lastLine, text }: FoundPassage): string =>
  `${path}:${firstLine}-${lastLine}\n${cutText(text, MAX_TEXT_LENGTH)}`
