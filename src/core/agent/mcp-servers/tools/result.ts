import type { CallToolResult } from '@modelcontextprotocol/client'
import { unmarkNumbers } from '#ground/base/json/marks.ts'
import { modelFileKind } from '#core/agent/model/files/kinds.ts'
import type { ToolContext } from '#core/agent/tools/tool.ts'
import type { ShownFile } from '#core/agent/tools/with-files.ts'
import { UNREADABLE } from '../messages/lenient-block.ts'
import { BARE_DATA } from '../messages/lenient-message.ts'
import { isRepeatedData } from './repeated-data.ts'
import { returnedFile, type ReturnedFile } from './returned-file.ts'

const MAX_FILES = 20

const MAX_SHOWN_FILES = 8
const MAX_SHOWN_BYTES = 8 * 1024 * 1024

export type SaveFile = ToolContext['saveFile']

export interface ReadResult {
  text: string
  files: readonly ShownFile[]
  unreadable: readonly string[]
}

/**
 * Saves images, audio and files in the chat.
 * @param name Name of saved files, without extension.
 * @throws Error with the result's text if the server reports a failed call.
 */
export async function readResult(
  result: CallToolResult,
  name: string,
  saveFile: SaveFile,
): Promise<ReadResult> {
  const content = result.content ?? []
  const shown = createShownFiles()
  let files = 0
  const parts: string[] = []
  for (const block of content) {
    const file = returnedFile(block, name)
    if (!file) parts.push(textOf(block))
    else if (++files <= MAX_FILES) parts.push(await saved(file, saveFile, shown))
  }
  if (files > MAX_FILES) parts.push(`[${files - MAX_FILES} more files were left out]`)
  const text = withData(parts.filter((part) => part !== '').join('\n\n'), content, dataOf(result))
  if (result.isError) throw new Error(text || 'The server reported a failure without a reason.')
  return { text: text || 'Done.', files: shown.files, unreadable: content.flatMap(reasonOf) }
}

type Block = CallToolResult['content'][number]

function dataOf({ structuredContent, content }: CallToolResult): unknown {
  const data = unmarkNumbers(structuredContent)
  const bare = typeof data === 'object' && data !== null && BARE_DATA in data ? data[BARE_DATA] : data
  const isNothing = content.length === 0 && JSON.stringify(bare) === '{"result":null}'
  return isNothing || bare === null ? undefined : bare
}

/** Headings separate text and data, so that the model does not read the data as part of the text. */
function withData(text: string, content: readonly Block[], data: unknown): string {
  if (data === undefined || isRepeatedData(content, data)) return text
  const json = JSON.stringify(data)
  return text === '' ? json : `Text:\n${text}\n\nStructured data:\n${json}`
}

function createShownFiles() {
  const files: ShownFile[] = []
  let bytes = 0
  return {
    files,
    add(filename: string, { mediaType, data }: ReturnedFile): boolean | null {
      if (modelFileKind(mediaType) === null) return null
      if (files.length >= MAX_SHOWN_FILES || bytes + data.length > MAX_SHOWN_BYTES) return false
      bytes += data.length
      files.push({ type: 'file', mediaType, data, filename })
      return true
    },
  }
}

async function saved(
  file: ReturnedFile,
  saveFile: SaveFile,
  shown: ReturnType<typeof createShownFiles>,
): Promise<string> {
  if (file.data.length === 0) return `[${file.kind} without content]`
  const { filename, size, url } = await saveFile(file.filename, file.data)
  const note = shown.add(filename, file) === false ? NOT_SHOWN : ''
  return `[${file.kind} saved as ${filename}, ${size} bytes: ${url}${note}]`
}

const NOT_SHOWN = ` (not shown to you: a result shows at most ${MAX_SHOWN_FILES} files, ${MAX_SHOWN_BYTES / 1024 / 1024} MiB together)`

function textOf(block: Block): string {
  if (block.type === 'text') return block.text
  if (block.type === 'resource' && 'text' in block.resource)
    return `${block.resource.uri}\n${block.resource.text}`
  if (block.type === 'resource_link') {
    const { uri, name, description } = block
    return [`[${name}: ${uri}]`, description].filter(Boolean).join(' ')
  }
  return `[content of type ${block.type}]`
}

const reasonOf = (block: Block): string[] => {
  const { _meta: about } = block
  const reason = about?.[UNREADABLE]
  return typeof reason === 'string' ? [reason] : []
}
