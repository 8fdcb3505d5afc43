import { z } from 'zod'
import { flag, secret, whole } from '#ground/base/environment.ts'
import { EndpointName } from '#ground/hub/endpoint-name.ts'

/** Of the endpoint that the environment configures. Apart from what opens endpoints: every process knows all variables. */
export const EndpointVariables = z.object({
  WEBHOOK_INBOUND_SECRET: secret(
    z.string().optional().describe('Secret of the generic webhook; the surface is served only when set'),
  ),
  WEBHOOK_INBOUND_NAME: EndpointName.default('webhook').describe(
    'Endpoint name of the generic webhook; `inbound/webhooks.yaml` names further ones',
  ),
  WEBHOOK_INBOUND_HMAC: flag(false).describe('Verify an HMAC over the body instead of a shared secret'),
  WEBHOOK_INBOUND_STANDARD: flag(false).describe('Verify Standard Webhooks signatures'),
  SVC_WEBHOOK_MAX_BYTES: whole({ min: 1 })
    .default(32 * 1024 * 1024)
    .describe('Largest webhook body in bytes'),
})
