import type { FastifyInstance } from 'fastify'
import { optionsOf } from '#ground/api/declared-route.ts'
import { PROTECTIVE_HEADERS, servingOf } from '#ground/base/files/serving.ts'
import { PAGE_ROUTES } from './declared-routes.ts'

/**
 * Receives a page once, from the page around it, and becomes it. The policy of this response stays in force.
 */
const FRAME = `<!doctype html>
<meta charset="utf-8">
<title></title>
<script>
addEventListener('message', function become({ source, data }) {
  if (source !== parent || typeof data !== 'string') return
  removeEventListener('message', become)
  document.open()
  document.write(data)
  document.close()
})
</script>
`

/**
 * A frame for unsaved pages of an agent: with an origin of its own, no network and no session, like published
 * ones. The policy of our own page would block their scripts.
 */
export function previewFrame(app: FastifyInstance): void {
  const { contentType, contentSecurityPolicy, connectionAllowlist } = servingOf('text/html', [])
  app.route({
    ...optionsOf(app, PAGE_ROUTES.previewFrame),
    handler: async (_request, reply) =>
      reply
        .headers({
          ...PROTECTIVE_HEADERS,
          'content-type': contentType,
          'content-security-policy': contentSecurityPolicy,
          'connection-allowlist': connectionAllowlist,
        })
        .send(FRAME),
  })
}
