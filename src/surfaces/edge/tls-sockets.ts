import { isIP } from 'node:net'
import { connect } from 'node:tls'
import type { UpstreamSockets } from './upstream.ts'

/** @param ca PEM certificate; replaces the trusted authorities. */
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
