import type { Environment } from '#base/environment.ts'

/** Options that start the inbound receiver. */
export interface SurfaceOptions {
  webhook?: boolean
}

/** The receiver's own setting, as far as options name surfaces; without any it is left to the configuration. */
export const surfacesAsked = ({ webhook }: SurfaceOptions): Environment =>
  webhook ? { SVC_INBOUND: 'webhook' } : {}

/** What each surface can't be served without. */
const NEEDED = { webhook: ['WEBHOOK_INBOUND_SECRET'] } as const

/** What a surface that was asked for on the command line lacks, in a line that says how to give it; null when nothing. */
export function missingFor(asked: SurfaceOptions, environment: Environment): string | null {
  if (!asked.webhook) return null
  const missing = NEEDED.webhook.filter((name) => !environment[name])
  return missing.length > 0
    ? `the webhook is served only with a secret; set ${missing.join(', ')} in the Hub’s .env`
    : null
}
