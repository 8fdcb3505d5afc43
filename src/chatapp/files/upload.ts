import type { IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Result } from '#ground/base/result.ts'
import { InvalidRequest } from '#chatapp/http/invalid.ts'
import type { RefusalCode } from '#chatapp/http/refusals.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import type { ChatappFiles, StoredFile } from './files.ts'

/** Space for multipart boundaries, part headers and small fields. */
const FRAMING_BYTES = 64 * 1024

export const longestUpload = (maxFileBytes: number): number => maxFileBytes + FRAMING_BYTES

/** The multipart plugin changes all routes of a server, so uploads need a server of their own. */
export async function takeMultipart(server: FastifyInstance, maxFileBytes: number): Promise<void> {
  const { default: multipart } = await import('@fastify/multipart')
  await server.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: maxFileBytes, files: 1, parts: 20 },
  })
}

export function checkUpload({ headers }: FastifyRequest, maxFileBytes: number): void {
  if (Number(headers['content-length'] ?? 0) > longestUpload(maxFileBytes))
    throw new ChatappRefused('file_too_large')
  if (!/^multipart\/form-data/i.test(headers['content-type'] ?? '')) throw fileRequired()
}

export async function receiveUpload(
  request: FastifyRequest,
  save: (file: Parameters<ChatappFiles['save']>[1]) => Promise<Result<StoredFile, RefusalCode>>,
): Promise<StoredFile> {
  try {
    let stored: Result<StoredFile, RefusalCode> | null = null
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      if (stored || part.fieldname !== 'file') {
        part.file.resume()
        continue
      }
      stored = await save({
        bytes: part.file,
        filename: unescapedName(part.filename ?? ''),
        declaredType: part.mimetype,
        isWhole: () => !part.file.truncated,
      })
    }
    if (!stored) throw fileRequired()
    return unwrapChatapp(stored)
  } catch (error) {
    throw isBrokenUpload(error, request.raw) ? new ChatappRefused('upload_malformed') : error
  }
}

/** Browsers percent-encode only `"`, CR and LF in file names. */
const unescapedName = (name: string) => name.replaceAll('%22', '"').replaceAll(/%0[AD]/g, '')

/** Recognizes errors of the parser by their type, because they have no code. */
const isBrokenUpload = (error: unknown, request: IncomingMessage): boolean =>
  !(error instanceof ChatappRefused) &&
  (request.errored !== null || (error instanceof Error && error.constructor === Error && !('code' in error)))

const fileRequired = () =>
  new InvalidRequest([{ type: 'missing', loc: ['body', 'file'], msg: 'Field required', input: null }])
