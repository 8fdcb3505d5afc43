import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '#ground/base/environment.ts'

/** Options that start the inbound receiver. */
export interface SurfaceOptions {
  webhook?: boolean
}

/** The receiver's own setting, as far as options name surfaces; without any it is left to the configuration. */
export const surfacesAsked = ({ webhook }: SurfaceOptions): Environment =>
  webhook ? { SVC_INBOUND: 'webhook' } : {}

/** What each surface can't be served without. */
const NEEDED = { webhook: ['WEBHOOK_INBOUND_SECRET'] } as const

/** Names further endpoints, with secrets of their own. */
const ENDPOINTS_FILE = 'inbound/webhooks.yaml'

/** What a surface that was asked for on the command line lacks, in a line that says how to give it; null when nothing. */
export function missingFor(
  asked: SurfaceOptions,
  { hubFolder, environment }: { hubFolder: string; environment: Environment },
): string | null {
  if (!asked.webhook || existsSync(join(hubFolder, ENDPOINTS_FILE))) return null
  const missing = NEEDED.webhook.filter((name) => !environment[name])
  return missing.length > 0
    ? `the webhook is served only with a secret; set ${missing.join(', ')} in the Hub’s .env`
    : null
}
