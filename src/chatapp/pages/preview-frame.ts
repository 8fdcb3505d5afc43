import type { FastifyInstance } from 'fastify'
import { optionsOf } from '#ground/api/declared-route.ts'
import { PROTECTIVE_HEADERS, servingOf } from '#ground/base/files/serving.ts'
import { PAGE_ROUTES } from './declared-routes.ts'

/** The page receives HTML once from the embedding page. The response's CSP stays in force. */
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

/** Has its own origin, no network and no session. The web chat's own CSP would block scripts of an agent's HTML. */
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
