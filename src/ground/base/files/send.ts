import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { contentDisposition } from './disposition.ts'
import { isOpenedByItself, sendFramePage, type FrameAddresses } from './frame-page.ts'
import { byteRange } from './range.ts'
import { PROTECTIVE_HEADERS, servingOf } from './serving.ts'

export interface ServedFile {
  filename: string
  /** Bytes. */
  size: number
  contentType: string
  /** ETag of the content, without quotes. */
  version: string
  /** Reads the bytes from `start` to `end`, both inclusive. Releases the file after the last byte. */
  read(range: { start: number; end: number }): Readable
  close(): Promise<void> | void
}

export interface SendOptions {
  allowOrigins: readonly string[]
  asDownload?: boolean
  frame?: FrameAddresses
}

/** The headers prevent untrusted content from using our origin. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: ServedFile,
  { allowOrigins, asDownload = false, frame }: SendOptions,
): Promise<FastifyReply> {
  const serving = servingOf(asDownload ? 'application/octet-stream' : file.contentType, allowOrigins)
  if (frame && serving.isActive && isOpenedByItself(request.headers, frame)) {
    await file.close()
    return sendFramePage(reply, file.filename, frame)
  }
  void reply.headers({
    ...PROTECTIVE_HEADERS,
    'content-type': serving.contentType,
    'content-security-policy': serving.contentSecurityPolicy,
    'connection-allowlist': serving.connectionAllowlist,
    'content-disposition': contentDisposition(serving.disposition, file.filename),
  })
  return sendBytes(request, reply, file)
}

export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Pick<ServedFile, 'size' | 'version' | 'read' | 'close'>,
): Promise<FastifyReply> {
  const etag = `"${file.version}"`
  void reply.headers({ 'accept-ranges': 'bytes', etag })
  const { 'if-none-match': ifNoneMatch, 'if-range': ifRange } = request.headers
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag)) return withoutBody(reply.code(304), file)
  const isRanged = request.method === 'GET' && (ifRange === undefined || ifRange === etag)
  const range = byteRange(isRanged ? request.headers.range : undefined, file.size)
  if (range.kind === 'unsatisfiable')
    return withoutBody(reply.code(416).header('content-range', `bytes */${file.size}`), file)
  const [start, end] = range.kind === 'part' ? [range.start, range.end] : [0, file.size - 1]
  if (range.kind === 'part')
    void reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`)
  void reply.header('content-length', end - start + 1)
  if (request.method !== 'HEAD' && file.size > 0) return reply.send(file.read({ start, end }))
  await file.close()
  return sendHead(reply)
}

/** Fastify would overwrite `Content-Length` with 0 for a response without a body. */
export const sendHead = (reply: FastifyReply): FastifyReply => reply.send(Readable.from([]))

async function withoutBody(reply: FastifyReply, file: Pick<ServedFile, 'close'>): Promise<FastifyReply> {
  await file.close()
  return reply.send()
}

const matches = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
