import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { ChatappEvents } from '#chatapp/http/events.ts'
import { Refused, unwrap } from '#chatapp/http/refused.ts'
import { InvalidRequest, type App } from '#chatapp/http/validation.ts'
import { visitorOf, type Guard } from '#chatapp/accounts/sessions/guard.ts'
import { isPermitted } from '#chatapp/accounts/settings/permissions.ts'
import type { Settings } from '#chatapp/accounts/settings/settings.ts'
import type { Files, StoredFile } from './files.ts'
import { fileHeaders } from './serving.ts'

const PAGE_SIZE = 50
/** What a multipart body may hold beside the file: boundaries, part headers, small fields. */
const FRAMING_BYTES = 64 * 1024

export interface FileRouteParts {
  files: Files
  settings: Settings
  guard: Guard
  maxFileBytes: number
  events: Pick<ChatappEvents, 'fileStored'>
}

const FileParams = z.object({ id: z.string().min(1).max(100) })
const ContentQuery = z.object({ attachment: z.string().optional() })
const PageQuery = z.object({ page: z.coerce.number().int().min(1).max(1_000_000).default(1) })

/** Register within a scope of its own, so that no other route takes multipart bodies. */
export async function fileRoutes(app: App, parts: FileRouteParts): Promise<void> {
  const { files, settings, guard, maxFileBytes, events } = parts
  const { default: multipart } = await import('@fastify/multipart')
  await app.register(multipart, {
    throwFileSizeLimit: false,
    limits: { fileSize: maxFileBytes, files: 1, parts: 20 },
  })

  app.post(
    '/api/v1/files/',
    {
      bodyLimit: maxFileBytes + FRAMING_BYTES,
      onRequest: async (request, reply) => {
        await guard.verified.call(app, request, reply)
        const { account } = visitorOf(request)
        const permissions = (await settings.readFor(account)).get('user.permissions')
        if (account.role !== 'admin' && !isPermitted(permissions, 'chat', 'file_upload'))
          throw new Refused('forbidden')
        if (Number(request.headers['content-length'] ?? 0) > maxFileBytes + FRAMING_BYTES)
          throw new Refused('file_too_large', { connection: 'close' })
        if (!/^multipart\/form-data/i.test(request.headers['content-type'] ?? '')) throw fileRequired()
      },
    },
    async (request) => {
      const { account } = visitorOf(request)
      try {
        const stored = unwrap(await receive(request, account.id))
        events.fileStored({ file: stored.id, account: account.id, size: stored.size })
        return { ...fileView(stored), status: true }
      } catch (error) {
        throw isBrokenUpload(error, request.raw) ? new Refused('upload_malformed') : error
      }
    },
  )

  /** Store the one part named `file`; whatever else the form has is read and dropped. */
  const receive = async (request: FastifyRequest, ownerId: string) => {
    let stored: Awaited<ReturnType<Files['save']>> | null = null
    for await (const part of request.parts()) {
      if (part.type !== 'file') continue
      if (stored || part.fieldname !== 'file') {
        part.file.resume()
        continue
      }
      stored = await files.save(ownerId, {
        bytes: part.file,
        filename: unescapedName(part.filename ?? ''),
        declaredType: part.mimetype,
        isWhole: () => !part.file.truncated,
      })
    }
    if (!stored) throw fileRequired()
    return stored
  }

  app.get(
    '/api/v1/files/',
    { onRequest: guard.verified, schema: { querystring: PageQuery } },
    async (request) => {
      const offset = (request.query.page - 1) * PAGE_SIZE
      return (await files.list(visitorOf(request).account.id, { offset, limit: PAGE_SIZE })).map(fileView)
    },
  )

  app.get(
    '/api/v1/files/:id',
    { onRequest: guard.verified, schema: { params: FileParams } },
    async (request) => {
      const file = await files.find(visitorOf(request).account.id, request.params.id)
      if (!file) throw new Refused('file_missing')
      return fileView(file)
    },
  )

  app.get(
    '/api/v1/files/:id/content',
    { onRequest: guard.verified, schema: { params: FileParams, querystring: ContentQuery } },
    async (request, reply) => {
      const opened = await files.open(visitorOf(request).account.id, request.params.id)
      if (!opened) throw new Refused('file_missing')
      const { file, bytes } = opened
      const etag = `"${file.hash}"`
      reply.headers({ ...fileHeaders({ ...file, download: request.query.attachment === 'true' }), etag })
      if (request.headers['if-none-match'] !== etag) return reply.send(bytes)
      bytes.destroy()
      return reply.removeHeader('content-length').code(304).send()
    },
  )

  app.delete(
    '/api/v1/files/:id',
    { onRequest: guard.verified, schema: { params: FileParams } },
    async (request) => {
      const { account } = visitorOf(request)
      if (!(await files.find(account.id, request.params.id))) throw new Refused('file_missing')
      await files.remove(account.id, [request.params.id])
      return { message: 'File deleted successfully' }
    },
  )
}

/** Browsers send these three as if they were in an address, and nothing else. */
const unescapedName = (name: string) => name.replaceAll('%22', '"').replaceAll(/%0[AD]/g, '')

/** Whether the sender left or its multipart body makes no sense. The parser's errors are plain, without a code. */
const isBrokenUpload = (error: unknown, request: IncomingMessage): boolean =>
  !(error instanceof Refused) &&
  (request.errored !== null || (error instanceof Error && error.constructor === Error && !('code' in error)))

const fileRequired = () =>
  new InvalidRequest([{ type: 'missing', loc: ['body', 'file'], msg: 'Field required', input: null }])

const fileView = (file: StoredFile) => ({
  id: file.id,
  user_id: file.ownerId,
  hash: file.hash,
  filename: file.filename,
  data: { status: 'completed' },
  meta: { name: file.filename, content_type: file.contentType, size: file.size, data: {} },
  created_at: file.createdAt,
  updated_at: file.updatedAt,
})
