import { createInterface } from 'node:readline'
import type { FileHandle } from 'node:fs/promises'
import { z } from 'zod'
import { defineTool } from '../../define-tool.ts'
import { openFile } from './open.ts'
import { lastName, titles } from './titles.ts'

const MAX_LINES = 1000
const MAX_CHARACTERS = 48 * 1024
const MAX_LINE = 4000
const SNIFFED_BYTES = 8192

export const readFileTool = defineTool({
  name: 'read_file',
  description: `Read a text file, ${MAX_LINES} lines at a time. Paths are as list_files shows them.`,
  input: z.object({
    path: z.string().min(1).describe('Such as files/handbook.md or chat/report.csv'),
    start_line: z.int().min(1).default(1).describe('First line to read, counting from 1'),
    lines: z.int().min(1).max(MAX_LINES).default(MAX_LINES).describe('How many lines to read'),
  }),
  readOnly: true,
  title: titles('Reading', 'Read', 'Could not read', ({ path }) => lastName(path)),
  run: async ({ path, start_line, lines }, ctx) => {
    await using file = await openFile(ctx, path)
    const { handle, size, shown } = file
    if (size === 0) return `${shown} is empty.`
    if (await isBinary(handle)) return await binaryNote(shown, size)
    return await readLines(handle, shown, { start: start_line, count: lines }, ctx.signal)
  },
})

/** Text has no NUL byte; that a chunk may end inside a character is no sign of anything. */
const isBinary = async (handle: FileHandle): Promise<boolean> => {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0)
  return buffer.subarray(0, bytesRead).includes(0)
}

const binaryNote = async (shown: string, size: number): Promise<string> => {
  const { default: mime } = await import('mime')
  const type = mime.getType(shown) ?? 'unknown type'
  const what = type.startsWith('image/') ? 'an image' : 'not a text file'
  return `${shown} is ${what} (${type}, ${size} bytes); its content can’t be shown as text.`
}

const readLines = async (
  handle: FileHandle,
  shown: string,
  { start, count }: { start: number; count: number },
  signal: AbortSignal,
): Promise<string> => {
  const kept: string[] = []
  let characters = 0
  let number = 0
  let more = false
  const stream = handle.createReadStream({ start: 0, encoding: 'utf8', autoClose: false, signal })
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
    number++
    if (number < start) continue
    const shownLine = line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}… (line cut)` : line
    if (kept.length >= count || characters + shownLine.length > MAX_CHARACTERS) {
      more = true
      break
    }
    characters += shownLine.length + 1
    kept.push(shownLine)
  }
  stream.destroy()
  if (kept.length === 0) return `${shown} has only ${number} lines.`
  const last = start + kept.length - 1
  const note =
    more || start > 1
      ? `\n(lines ${start} to ${last}${more ? `; go on with start_line ${last + 1}` : ''})`
      : ''
  return kept.join('\n') + note
}
