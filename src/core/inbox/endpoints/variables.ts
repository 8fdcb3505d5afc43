import { z } from 'zod'
import { flag, list, secret, whole } from '#ground/base/environment.ts'
import { EndpointName } from '#ground/hub/endpoint-name.ts'
import { DEFAULT_ID_HEADERS, readIdHeaders } from './id-headers.ts'

/** Of the endpoint that the environment configures. Apart from what opens endpoints: every process knows all variables. */
export const EndpointVariables = z.object({
  WEBHOOK_INBOUND_SECRET: secret(
    z.string().optional().describe('Secret of the generic webhook; the surface is served only when set'),
  ),
  WEBHOOK_INBOUND_OLD_SECRET: secret(
    z
      .string()
      .optional()
      .describe('The previous secret, also accepted while senders switch to the new secret'),
  ),
  WEBHOOK_INBOUND_ID_HEADERS: list()
    .transform((names, context) => {
      if (names.length === 0) return null
      const headers = readIdHeaders(names)
      if (headers !== null) return headers
      context.addIssue('expected names of headers, or none')
      return z.NEVER
    })
    .default(null)
    .describe(
      `Headers that carry a delivery’s id, the first present wins; \`none\` makes every delivery an event. Default \`${DEFAULT_ID_HEADERS.join(' ')}\``,
    ),
  WEBHOOK_INBOUND_NAME: EndpointName.default('webhook').describe(
    'Endpoint name of the generic webhook; `inbound/webhooks.yaml` names further endpoints',
  ),
  WEBHOOK_INBOUND_HMAC: flag(false).describe('Verify an HMAC over the body instead of a shared secret'),
  WEBHOOK_INBOUND_STANDARD: flag(false).describe('Verify Standard Webhooks signatures'),
  SVC_WEBHOOK_MAX_BYTES: whole({ min: 1 })
    .default(32 * 1024 * 1024)
    .describe('Largest webhook body in bytes'),
})
