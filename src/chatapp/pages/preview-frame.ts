import type { FastifyInstance } from 'fastify'
import { PROTECTIVE_HEADERS, servingOf } from '#ground/base/files/serving.ts'

/** Takes a page once, from the page around it, and becomes it. What it may do stays what came with this one. */
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
 * A frame for pages that an agent wrote and nobody has saved: with an origin of its own, no network and nobody's session, as
 * published ones have. Their scripts couldn't run under the policy of our own page.
 */
export function previewFrame(app: FastifyInstance): void {
  const { contentType, contentSecurityPolicy, connectionAllowlist } = servingOf('text/html', [])
  app.get('/static/preview', async (_request, reply) =>
    reply
      .headers({
        ...PROTECTIVE_HEADERS,
        'content-type': contentType,
        'content-security-policy': contentSecurityPolicy,
        'connection-allowlist': connectionAllowlist,
      })
      .send(FRAME),
  )
}
