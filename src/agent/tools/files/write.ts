import { lstat, open, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { newToken } from '#base/ids.ts'
import { defineTool } from '../../define-tool.ts'
import type { SavedFile } from '../../tool.ts'
import { BadPath, parseOrThrow } from './locate.ts'
import { lastName, titles } from './titles.ts'

const MAX_CONTENT = 10 * 1024 * 1024

export const saveFileTool = defineTool({
  name: 'save_file',
  description:
    'Save a file for the person and get a markdown link that opens it. Put the link into your answer exactly as given.',
  input: z.object({
    filename: z.string().min(1).max(200).describe('Such as report.csv'),
    content: z.string().max(MAX_CONTENT),
    encoding: z.enum(['utf8', 'base64']).default('utf8').describe('base64 for binary content'),
  }),
  title: titles('Saving', 'Saved', 'Could not save', ({ filename }) => lastName(filename)),
  run: async ({ filename, content, encoding }, ctx) =>
    linkTo(await ctx.saveFile(filename, encoding === 'base64' ? decode(content) : content)),
})

export const writeFileTool = defineTool({
  name: 'write_file',
  description:
    'Write a text file of this chat (chat/name.ext), replacing it when it exists. For files the person should get, use save_file.',
  input: z.object({
    path: z.string().min(1).describe('Such as chat/notes.md'),
    content: z.string().max(MAX_CONTENT),
  }),
  title: titles('Writing', 'Wrote', 'Could not write', ({ path }) => lastName(path)),
  run: async ({ path, content }, ctx) => {
    const name = chatFileName(path)
    if (await exists(join(ctx.chatFolder, name), name)) {
      await replace(ctx.chatFolder, name, content)
      return `Replaced chat/${name}.`
    }
    const saved = await ctx.saveFile(name, content)
    return `Wrote chat/${saved.filename}.`
  },
})

const linkTo = ({ filename, url }: SavedFile): string => `[${filename.replace(/[[\]\\]/g, '\\$&')}](${url})`

const decode = (content: string): Uint8Array => {
  const compact = content.replace(/\s+/g, '')
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(compact)) throw new BadPath('The content is not valid base64.')
  return Buffer.from(compact, 'base64')
}

/** Chat files lie in one folder without sub-folders. */
const chatFileName = (path: string): string => {
  const { area, segments } = parseOrThrow(path)
  if (area !== 'chat') throw new BadPath('Only files of this chat can be written: chat/name.ext.')
  if (segments.length !== 1) throw new BadPath('Name one file without folders: chat/name.ext.')
  return segments[0]!
}

const exists = async (path: string, name: string): Promise<boolean> => {
  const about = await lstat(path).catch(() => null)
  if (about && !about.isFile()) throw new BadPath(`chat/${name} is not a regular file.`)
  return about !== null
}

/** Readers see the old content or the new, never a half. */
const replace = async (folder: string, name: string, content: string): Promise<void> => {
  const draft = join(folder, `.${newToken(64)}.part`)
  try {
    await using file = await open(draft, 'wx', 0o600)
    await file.writeFile(content)
    await rename(draft, join(folder, name))
  } catch (error) {
    await unlink(draft).catch(() => {})
    throw error
  }
}
