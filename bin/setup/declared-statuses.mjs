// Fails tests whose Fastify servers return undeclared statuses, or send two responses to a request.
import { subscribe } from 'node:diagnostics_channel'

const OWN =
  /^\/(?:api|v1|portal|mcp|\.well-known|artifacts|uploads|static|assets|otel|metrics|healthz|readyz)(?:\/|$)/

/**
 * A server with the decorator `isForeign` imitates another product and declares nothing.
 *
 * @param {(problem: string) => void} onProblem Undeclared status or error code, or route without declarations.
 */
export function watchDeclaredStatuses(onProblem) {
  subscribe('fastify.initialization', ({ fastify: app }) => {
    app.addHook('onRoute', ({ method, url, config }) => {
      if (OWN.test(url) && !config?.statuses && !app.isForeign)
        onProblem(`${method} ${url} declares no statuses`)
    })
    app.addHook('onRequest', (request, reply, done) => {
      const { method, url } = request
      const warn = ({ err }) => {
        if (err?.code === 'FST_ERR_REP_ALREADY_SENT' && !app.isForeign)
          onProblem(`${method} ${url.split('?')[0]} sent a second response`)
      }
      reply.log = Object.create(reply.log, { warn: { value: warn } })
      done()
    })
    app.addHook('onSend', (request, reply, payload, done) => {
      const { method, url, config } = request.routeOptions
      const statuses = config?.statuses?.()
      const { statusCode: status } = reply
      const code = codeIn(payload, reply)
      if (statuses && !request.is404) {
        const codes = statuses[status] ?? (status >= 400 && status < 500 && statuses['4XX'])
        if (!codes) onProblem(`${method} ${url} answered ${status} ${code ?? ''}, which it does not declare`)
        else if (code !== null && codes !== 'any' && !codes.includes(code))
          onProblem(`${method} ${url} answered ${status} with the code ${code}, which it does not declare`)
      }
      done(null, payload)
    })
  })
}

/** Reads the code in `{"detail", "code"}` or `{"error": {"code"}}`. */
function codeIn(payload, reply) {
  if (reply.statusCode < 400 || typeof payload !== 'string') return null
  try {
    const body = JSON.parse(payload)
    const code = body.error?.code ?? body.code ?? null
    return typeof code === 'string' ? code : null
  } catch {
    return null
  }
}
