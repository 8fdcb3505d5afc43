import type { CallToolResult } from '@modelcontextprotocol/client'
import mime from 'mime'
import { modelFileKind } from '#core/agent/model/files/kinds.ts'
import { readPicture } from '#core/agent/model/files/picture.ts'
import { UNKNOWN_TYPE } from '../messages/lenient-block.ts'

export interface ReturnedFile {
  filename: string
  mediaType: string
  data: Buffer
  kind: 'image' | 'audio' | 'file'
}

/** Null if the block contains no bytes. */
export function returnedFile(block: CallToolResult['content'][number], name: string): ReturnedFile | null {
  if (block.type === 'image' || block.type === 'audio') {
    const data = Buffer.from(block.data, 'base64')
    const mediaType = mediaTypeOf(data, block.mimeType)
    return { filename: named(name, mediaType), mediaType, data, kind: block.type }
  }
  if (block.type !== 'resource' || !('blob' in block.resource)) return null
  const { uri, mimeType, blob } = block.resource
  const data = Buffer.from(blob, 'base64')
  const [last = ''] = /[^/\\?#]+(?=[?#]|$)/.exec(uri) ?? []
  const hasEnding = /\.[a-z0-9]{1,8}$/i.test(last)
  const given = mimeType ?? (hasEnding ? mime.getType(last) : null) ?? UNKNOWN_TYPE
  const mediaType = mediaTypeOf(data, given)
  return { filename: hasEnding ? decoded(last) : named(name, mediaType), mediaType, data, kind: 'file' }
}

/** Servers send wrong or no media types, so the first bytes identify pictures and PDF files. */
function mediaTypeOf(data: Buffer, given: string): string {
  const essence = given.split(';', 1)[0]!.trim()
  if (data.subarray(0, 5).toString('latin1') === '%PDF-') return 'application/pdf'
  const mayBePicture = [null, 'image'].includes(modelFileKind(essence))
  return (mayBePicture && readPicture(data)?.mediaType) || essence
}

const named = (name: string, type: string): string => `${name}.${mime.getExtension(type) ?? 'bin'}`

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
