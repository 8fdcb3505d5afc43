import { z } from 'zod'
import { flag, listVariable, secret, wholeVariable } from '#ground/base/environment.ts'
import { EndpointName } from '#ground/hub/endpoint-name.ts'
import { DEFAULT_ID_HEADERS, readIdHeaders } from './id-headers.ts'
import { keptHeaderProblem, MAX_KEPT_HEADERS } from './kept-headers.ts'

export const EndpointVariables = z.object({
  WEBHOOK_INBOUND_SECRET: secret(
    z.string().optional().describe('Secret of the webhook, which is served only if this secret is set'),
  ),
  WEBHOOK_INBOUND_OLD_SECRET: secret(
    z.string().optional().describe('Previous secret, accepted during a rotation'),
  ),
  WEBHOOK_INBOUND_ID_HEADERS: listVariable()
    .transform((names, context) => {
      if (names.length === 0) return null
      const headers = readIdHeaders(names)
      if (headers !== null) return headers
      context.addIssue('expected names of headers, or none')
      return z.NEVER
    })
    .default(null)
    .describe(
      `Headers that may contain a delivery’s id; the first header present is used; \`a+b\` joins two headers; \`none\` stores every delivery as an event. Default \`${DEFAULT_ID_HEADERS.join(' ')}\``,
    ),
  WEBHOOK_INBOUND_KEEP_HEADERS: listVariable()
    .transform((given, context) => {
      const names = given.map((name) => name.toLowerCase())
      const problem =
        names.length > MAX_KEPT_HEADERS
          ? `expected at most ${MAX_KEPT_HEADERS} headers`
          : names.map(keptHeaderProblem).find((message) => message !== null)
      if (!problem) return names
      context.addIssue(problem)
      return z.NEVER
    })
    .default([])
    .describe('Headers that are stored with an event, such as `X-GitHub-Event`'),
  WEBHOOK_INBOUND_NAME: EndpointName.default('webhook').describe(
    'Name of the webhook in its address and in `on_webhook`',
  ),
  WEBHOOK_INBOUND_HMAC: flag(false).describe('Verify an HMAC of the body instead of a secret'),
  WEBHOOK_INBOUND_STANDARD: flag(false).describe('Verify a Standard Webhooks signature instead of a secret'),
  SVC_WEBHOOK_MAX_BYTES: wholeVariable({ min: 1 })
    .default(32 * 1024 * 1024)
    .describe('Maximum size of a webhook body'),
})
