import type { Server as NetServer } from 'node:net'
import { createServer, type Server } from 'node:tls'

/** PEM. `cert` includes the chain. */
export interface Certificate {
  cert: Buffer
  key: Buffer
}

export const createTlsServer = (certificate: Certificate): Server & NetServer =>
  createServer({ ...OPTIONS, ...certificate })

const OPTIONS = {
  minVersion: 'TLSv1.2',
  handshakeTimeout: 10_000,
  ALPNProtocols: ['http/1.1'],
  allowHalfOpen: true,
  noDelay: true,
} as const
