import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { optionsOf } from '#ground/api/declared-route.ts'
import { ApiRefused, unwrap } from '#ground/api/errors.ts'
import type { Portal } from '#ground/api/portal.ts'
import { unreadBody } from '#ground/base/unread-body.ts'
import { isSafeFilename } from '#core/chats/filename.ts'
import type { Artifacts } from './artifacts.ts'
import { viewerOf } from './artifact.ts'
import { ARTIFACT_ROUTES } from './declared-routes.ts'
import { tooLarge } from './refusal.ts'
import { UploadQuery } from './schema.ts'
import type { Views } from './view.ts'

export interface UploadDeps {
  artifacts: Pick<Artifacts, 'publish'>
  views: Pick<Views, 'one'>
  most: { upload: number }
}

/** The raw request body is the file, streamed in constant memory. */
export function uploadRoute(
  app: FastifyInstance,
  portal: Portal,
  { artifacts, views, most }: UploadDeps,
): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null))
  app.route({
    ...optionsOf(app, ARTIFACT_ROUTES.upload),
    async handler(request, reply) {
      const viewer = viewerOf(await portal.admit(request, reply))
      const query = UploadQuery.safeParse(request.query)
      if (!query.success) throw new ApiRefused('invalid', problemOf(query.error.issues[0]))
      const { hub, filename, title, artifact } = query.data
      if (!isSafeFilename(filename)) throw new ApiRefused('invalid', BAD_FILENAME)
      if (Number(request.headers['content-length'] ?? 0) > most.upload) unwrap(tooLarge(most.upload))
      const given = {
        filename,
        contentType: request.headers['content-type'],
        bytes: received(request.raw),
        maxBytes: most.upload,
      }
      const published = unwrap(await artifacts.publish(viewer, { hub, title, artifact }, given))
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send(await views.one(published, viewer))
    },
  })
}

async function* received(request: IncomingMessage): AsyncGenerator<Uint8Array> {
  try {
    yield* unreadBody(request)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ECONNRESET') throw error
    throw new ApiRefused('invalid', 'The upload was interrupted.')
  }
}

const problemOf = (issue: { path: PropertyKey[]; message: string } | undefined): string =>
  `${String(issue?.path[0] ?? 'query').slice(0, 64)}: ${issue?.message ?? 'not valid'}`

const BAD_FILENAME =
  'The file name is not usable: no path separators, control characters or leading dots, at most 255 bytes.'
