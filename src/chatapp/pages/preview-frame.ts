import type { FastifyInstance } from 'fastify'
import { optionsOf } from '#ground/api/declared-route.ts'
import { PROTECTIVE_HEADERS, servingOf } from '#ground/base/files/serving.ts'
import { PAGE_ROUTES } from './declared-routes.ts'

/** Receives HTML once from the embedding page. The response's CSP stays in force. */
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

/** Own origin, no network, no session. The CSP of the web chat's page would block scripts of an agent's HTML. */
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
