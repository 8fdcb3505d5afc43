import { z } from 'zod'
import { existingName, existingNames } from '#ground/base/files/existing-name.ts'
import { defineTool } from '../define-tool.ts'
import type { ToolSavedFile, Tool, ToolContext } from '../tool.ts'
import { pathMatch } from './glob.ts'
import { areaFolder, BadPath, parseOrThrow } from './locate.ts'
import { shownPath, type AreaPath } from './path.ts'
import { isRegular, replaceFile } from './replace.ts'
import { lastName, titles } from './titles.ts'

const MAX_CONTENT = 10 * 1024 * 1024

export const saveFileTool: Tool = {
  ...defineTool({
    name: 'save_file',
    description:
      'Save a file for the person and get a markdown link that opens it. Put the link into your answer exactly as given.',
    input: z.object({
      filename: z.string().min(1).max(200).describe('Name of the file, such as report.csv'),
      content: z.string().max(MAX_CONTENT).describe('The whole content of the file'),
      encoding: z
        .enum(['utf8', 'base64'])
        .default('utf8')
        .describe('Encoding of `content`; base64 for binary content'),
    }),
    title: titles('save', ({ filename }) => lastName(filename)),
    run: async ({ filename, content, encoding }, ctx) =>
      linkTo(await ctx.saveFile(filename, encoding === 'base64' ? decode(content) : content)),
  }),
  isSafeIfInjected: true,
}

export const writeFileTool: Tool = {
  ...defineTool({
    name: 'write_file',
    description:
      'Write a text file of this chat (chat/name.ext), replacing it when it exists. Shared files (files/…) only where this turn may change them. For files the person should get, use save_file.',
    input: z.object({
      path: z.string().min(1).describe('Path of the file, such as chat/notes.md'),
      content: z.string().max(MAX_CONTENT).describe('The whole text of the file'),
    }),
    title: titles('write', ({ path }) => lastName(path)),
    run: async ({ path, content }, ctx) => {
      const target = parseOrThrow(path)
      const shown = shownPath(target)
      if (target.area === 'files') {
        await checkShared(shown, target, ctx.write)
        const folder = areaFolder(ctx, target)
        const segments = await existingNames(folder, target.segments)
        return (await replaceFile(folder, segments, content, 0o644))
          ? `Replaced ${shown}.`
          : `Wrote ${shown}.`
      }
      const name = await existingName(ctx.chatFolder, chatFileName(target))
      if (await isRegular(ctx.chatFolder, name)) {
        await replaceFile(ctx.chatFolder, [name], content, 0o600)
        return `Replaced ${shown}.`
      }
      const saved = await ctx.saveFile(name, content)
      return `Wrote chat/${saved.filename}.`
    },
  }),
  isSafeIfInjected: true,
  savesForAgent: true,
}

export const linkTo = ({ filename, url }: ToolSavedFile): string =>
  `[${filename.replace(/[[\]\\]/g, '\\$&')}](${url})`

const decode = (content: string): Uint8Array => {
  const compact = content.replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(compact)) throw new BadPath('The content is not valid base64.')
  return Buffer.from(compact, 'base64')
}

const checkShared = async (shown: string, { segments }: AreaPath, write: ToolContext['write']) => {
  if (segments.length === 0) throw new BadPath('Name a file, such as chat/notes.md.')
  if (write === true) return
  if (write === false) throw new BadPath('Only files of this chat can be written: chat/name.ext.')
  const matches = await Promise.all(write.map((glob) => pathMatch(glob)))
  if (!matches.some((match) => match(shown)))
    throw new BadPath(`${shown} may not be written here, only ${write.join(', ')} and files of this chat.`)
}

const chatFileName = ({ segments }: AreaPath): string => {
  if (segments.length !== 1) throw new BadPath('Name one file without folders: chat/name.ext.')
  return segments[0]!
}
