import { extname } from 'node:path'
import {
  conversionAdvice,
  documentFormat,
  MAX_DOCUMENT,
  MAX_TEXT,
} from '#core/agent/tools/documents/format.ts'
import { readDocument, UnreadableDocument } from '#core/agent/tools/documents/read.ts'
import { encodingOf, SNIFFED_BYTES } from '#core/agent/tools/files/encoding.ts'
import { fileLines, textLines } from '#core/agent/tools/files/lines.ts'
import { BadPath } from '#core/agent/tools/files/locate.ts'
import { readAll, type OpenAreaFile } from '#core/agent/tools/files/open.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { openKnowledgeFile } from './areas.ts'
import { withoutTags } from './without-tags.ts'

const MAX_LINE = 10_000

/** Lines of a file, numbered as `read_file` numbers them. The refusal states why a file has no text. */
export async function readLines(
  hubFolder: string,
  path: string,
  signal: AbortSignal,
): Promise<Result<string[], string>> {
  try {
    await using file = await openKnowledgeFile(hubFolder, path)
    if (file.size > MAX_DOCUMENT) return refused(`is too large (${file.size} bytes, at most ${MAX_DOCUMENT})`)
    return await linesOf(file, signal)
  } catch (error) {
    if (error instanceof BadPath || error instanceof UnreadableDocument) return refused(error.message)
    throw error
  }
}

async function linesOf(file: OpenAreaFile, signal: AbortSignal): Promise<Result<string[], string>> {
  const { bytesRead, buffer } = await file.handle.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0)
  const start = buffer.subarray(0, bytesRead)
  const format = documentFormat(file.shown, start)
  const window = { maxCharacters: MAX_LINE, signal }
  if (format) {
    const { text, isBlank } = await readDocument(format, await readAll(file), { signal })
    return isBlank ? refused(text) : accepted(textLines(text, window).map((line) => line.text))
  }
  const found = encodingOf(start)
  if (found === null) return refused(conversionAdvice(file.shown, start) ?? 'It is not a text file.')
  const lines: string[] = []
  let characters = 0
  for await (const batch of fileLines(file.handle, found.encoding, window)) {
    for (const { text } of batch) lines.push(text)
    characters += batch.reduce((sum, { text }) => sum + text.length, 0)
    if (characters > MAX_TEXT) return refused(`It has more than ${MAX_TEXT} characters.`)
  }
  return accepted(/^\.x?html?$/i.test(extname(file.shown)) ? withoutTags(lines) : lines)
}
