import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ENDPOINTS_FILE } from '#core/inbox/endpoints/file-name.ts'
import { EndpointVariables } from '#core/inbox/endpoints/variables.ts'
import type { SurfaceKind } from '../kind.ts'

export const webhook: SurfaceKind = {
  variables: EndpointVariables,
  lack: ({ hubFolder, environment }) =>
    environment['WEBHOOK_INBOUND_SECRET'] || existsSync(join(hubFolder, ENDPOINTS_FILE))
      ? null
      : 'the webhook is served only with a secret; set WEBHOOK_INBOUND_SECRET in the Hub’s .env',
  open: async (context) => (await import('./open.ts')).openWebhooks(context),
}
