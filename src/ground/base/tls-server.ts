import type { Server as NetServer } from 'node:net'
import { createServer, type Server } from 'node:tls'

/** A certificate with its chain, and its key. PEM. */
export interface Certificate {
  cert: Buffer
  key: Buffer
}

/** A server of connections over TLS 1.2 and later, on which HTTP/1.1 is spoken. */
export const createTlsServer = (certificate: Certificate): Server & NetServer =>
  createServer({ ...OPTIONS, ...certificate })

/** Milliseconds until two that can't agree part. */
const OPTIONS = {
  minVersion: 'TLSv1.2',
  handshakeTimeout: 10_000,
  ALPNProtocols: ['http/1.1'],
  allowHalfOpen: true,
  noDelay: true,
} as const
