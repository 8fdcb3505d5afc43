import { extname } from 'node:path'
import { z } from 'zod'
import { defineTool } from '../define-tool.ts'
import { conversionAdvice, documentFormat, type DocumentFormat } from '../documents/format.ts'
import { readDocument, UnreadableDocument } from '../documents/read.ts'
import { encodingOf, SNIFFED_BYTES, type TextEncoding, type FoundEncoding } from './encoding.ts'
import { excerpt, MAX_LINE, type ExcerptRequest } from './excerpt.ts'
import { decodeLines, fileLines, textLines, type LineWindow } from './lines.ts'
import { BadPath } from './locate.ts'
import { openFile, readAll, type OpenAreaFile } from './open.ts'
import { csvRecords } from './records.ts'
import { lastName, titles } from './titles.ts'

const MAX_LINES = 1000

export const FilePart = {
  start_line: z
    .int()
    .min(1)
    .default(1)
    .describe('First line to read, counting from 1; in a CSV file the first row'),
  lines: z.int().min(1).max(MAX_LINES).default(MAX_LINES).describe('Number of lines to read'),
  start_column: z
    .int()
    .min(1)
    .default(1)
    .describe('Position of the first character in the first line, for very long lines'),
}

export const readFileTool = defineTool({
  name: 'read_file',
  description: `Read a file, ${MAX_LINES} lines at a time: text, code, CSV, JSON, and the text of PDF, Office (.docx, .xlsx, .pptx), OpenDocument (.odt, .ods, .odp), RTF, EPUB and e-mail (.eml) files. Paths are as list_files shows them.`,
  input: z.object({
    path: z.string().min(1).describe('Path of the file, such as files/handbook.md or chat/report.csv'),
    ...FilePart,
  }),
  readOnly: true,
  title: titles('read', ({ path }) => lastName(path)),
  run: async ({ path, ...part }, ctx) => {
    await using file = await openFile(ctx, path)
    return await readPart(file, part, ctx.signal)
  },
})

export async function readPart(
  file: OpenAreaFile,
  { start_line, lines, start_column }: z.output<z.ZodObject<typeof FilePart>>,
  signal: AbortSignal,
): Promise<string> {
  const { shown, size } = file
  if (size === 0) return `${shown} is empty.`
  const request: ExcerptRequest = {
    shown,
    start: start_line,
    count: lines,
    column: start_column,
    unit: 'line',
  }
  const start = await startOf(file)
  const format = documentFormat(shown, start)
  if (format) return await readAs(format, file, request, signal)
  const found = encodingOf(start)
  if (found === null) return await binaryNote(shown, size, start)
  const json = isDenseJson(shown, start) && (await readJson(file, request, signal))
  if (json) return json
  return await readText(file, { found, start }, request, signal)
}

const startOf = async ({ handle }: OpenAreaFile): Promise<Buffer> => {
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}

const readAs = async (
  format: DocumentFormat,
  file: OpenAreaFile,
  request: ExcerptRequest,
  signal: AbortSignal,
): Promise<string> => {
  try {
    const { text } = await readDocument(format, await readAll(file), { signal })
    return await excerpt([textLines(text, windowOf(request, signal))], request)
  } catch (error) {
    if (!(error instanceof UnreadableDocument)) throw error
    throw new BadPath(`${file.shown} can’t be read. ${error.message}`)
  }
}

/** JSON without line breaks could only be read in arbitrary pieces, so it is reformatted. */
const isDenseJson = (shown: string, start: Buffer): boolean =>
  extname(shown).toLowerCase() === '.json' && start.length > MAX_LINE && !start.includes(LINE_FEED)

const LINE_FEED = 10

/** Null if the JSON is too large or invalid; the caller then reads it as plain text. */
const readJson = async (
  file: OpenAreaFile,
  request: ExcerptRequest,
  signal: AbortSignal,
): Promise<string | null> => {
  try {
    return `(indented for reading)\n${await readAs('json', file, request, signal)}`
  } catch (error) {
    if (error instanceof BadPath) return null
    throw error
  }
}

const readText = async (
  { handle, shown }: OpenAreaFile,
  { found: { encoding, isGuess }, start }: { found: FoundEncoding; start: Buffer },
  request: ExcerptRequest,
  signal: AbortSignal,
): Promise<string> => {
  let guess = isGuess ? encoding : null
  const window = { ...windowOf(request, signal), onGuess: (later: TextEncoding) => (guess = later) }
  const withGuess = (text: string) =>
    guess === null
      ? text
      : `${text}\n(read as ${guess}, which is a guess: the file does not name its encoding)`
  if (/^\.(csv|tsv)$/i.test(extname(shown)) && request.column === 1) {
    const pieces = decodeLines(handle, encoding, window)
    const head = new TextDecoder(encoding).decode(start)
    try {
      return withGuess(await excerpt(csvRecords(pieces, head, MAX_LINE), { ...request, unit: 'row' }))
    } catch (error) {
      if (!isCsvError(error)) throw error // invalid CSV is read as plain text
    }
  }
  return withGuess(await excerpt(fileLines(handle, encoding, window), request))
}

const windowOf = ({ start, column }: ExcerptRequest, signal: AbortSignal): LineWindow => ({
  skip: (number) => (number === start ? column - 1 : 0),
  maxCharacters: MAX_LINE,
  signal,
})

const isCsvError = (error: unknown): boolean =>
  error instanceof Error && ((error as NodeJS.ErrnoException).code?.startsWith('CSV_') ?? false)

const binaryNote = async (shown: string, size: number, start: Buffer): Promise<string> => {
  const advice = conversionAdvice(shown, start)
  if (advice !== null) throw new BadPath(`${shown} can’t be read. ${advice}`)
  const [{ default: mime }, { fileTypeFromBuffer }] = await Promise.all([import('mime'), import('file-type')])
  const type = (await fileTypeFromBuffer(start))?.mime ?? mime.getType(shown) ?? 'unknown type'
  const what = type.startsWith('image/') ? 'an image' : 'not a text file'
  return `${shown} is ${what} (${type}, ${size} bytes); its content can’t be shown as text.`
}
