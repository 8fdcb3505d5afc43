import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { UpstreamSockets } from './upstream.ts'

/** @param ca PEM certificate of an authority that is trusted instead of the usual ones. */
export const tlsSockets = (ca?: string): UpstreamSockets => ({
  connect: (options) =>
    connect({
      ...options,
      ...(ca !== undefined && { ca }),
      ...(!isIP(options.host) && { servername: options.host }),
    }),
  readyEvent: 'secureConnect',
  defaultPort: 443,
})
