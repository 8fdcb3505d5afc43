import type { FastifyInstance } from 'fastify'
import { optionsOf } from '#ground/api/declared-route.ts'
import { PROTECTIVE_HEADERS, servingOf } from '#ground/base/files/serving.ts'
import { PAGE_ROUTES } from './declared-routes.ts'

/** This page receives HTML once, from the page that embeds it. The CSP of this page also applies to that HTML. */
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
 * This page's CSP gives an agent's HTML an origin of its own and no access to the network or the session. The web
 * chat's CSP would block scripts of the HTML.
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
