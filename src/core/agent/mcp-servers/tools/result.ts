import { parseJson } from '#ground/base/json/read.ts'
import { isDeepStrictEqual } from 'node:util'
import type { CallToolResult } from '@modelcontextprotocol/client'
import mime from 'mime'
import type { ToolContext } from '#core/agent/tools/tool.ts'

/** Files of one result that are saved at most. */
const MAX_FILES = 20

export type SaveFile = ToolContext['saveFile']

/**
 * What a server returned, as text for the model. Images, sounds and other files are saved in the chat and linked.
 *
 * @param name What saved files are called, without ending.
 * @throws Error with the text when the server says that the call failed.
 */
export async function resultText(result: CallToolResult, name: string, saveFile: SaveFile): Promise<string> {
  const content = result.content ?? []
  let files = 0
  const parts: string[] = []
  for (const block of content) {
    const file = fileOf(block, name)
    if (!file) parts.push(textOf(block))
    else if (++files <= MAX_FILES) parts.push(await saved(file, saveFile))
  }
  if (files > MAX_FILES) parts.push(`[${files - MAX_FILES} more files were left out]`)
  const { structuredContent: data } = result
  if (data !== undefined && !content.some((block) => isDeepStrictEqual(jsonOf(block), data)))
    parts.push(JSON.stringify(data))
  const text = parts.filter((part) => part !== '').join('\n\n')
  if (result.isError) throw new Error(text || 'The server says that it failed, and not why.')
  return text || 'Done.'
}

type Block = CallToolResult['content'][number]

interface File {
  filename: string
  base64: string
  kind: string
}

function fileOf(block: Block, name: string): File | null {
  if (block.type === 'image' || block.type === 'audio')
    return { filename: named(name, block.mimeType), base64: block.data, kind: block.type }
  if (block.type !== 'resource' || !('blob' in block.resource)) return null
  const { uri, mimeType, blob } = block.resource
  const [last = ''] = /[^/\\?#]+(?=[?#]|$)/.exec(uri) ?? []
  const filename = /\.[a-z0-9]{1,8}$/i.test(last) ? decoded(last) : named(name, mimeType)
  return { filename, base64: blob, kind: 'file' }
}

const named = (name: string, type: string | undefined): string =>
  `${name}.${(type && mime.getExtension(type)) || 'bin'}`

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

async function saved({ filename, base64, kind }: File, saveFile: SaveFile): Promise<string> {
  const bytes = Buffer.from(base64, 'base64')
  if (bytes.length === 0) return `[${kind} without content]`
  const file = await saveFile(filename, bytes)
  return `[${kind} saved as ${file.filename}, ${file.size} bytes: ${file.url}]`
}

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

/** Servers that think of older clients say their data as text too. */
const jsonOf = (block: Block): unknown => {
  try {
    return block.type === 'text' ? parseJson(block.text) : undefined
  } catch {
    return undefined
  }
}
