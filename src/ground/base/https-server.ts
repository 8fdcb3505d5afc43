import { createServer, type Server } from 'node:https'
import { hardened, HTTP_OPTIONS } from './http-server.ts'
import type { ServerOptions } from 'node:http'

/** A certificate with its chain, and its key. PEM. */
export interface Certificate {
  cert: Buffer
  key: Buffer
}

export type HttpsOptions = Pick<ServerOptions, 'shouldUpgradeCallback'>

/** Like `createHttpServer`, over TLS 1.2 and later. */
export const createHttpsServer = (certificate: Certificate, options: HttpsOptions = {}): Server =>
  hardened(createServer({ ...HTTP_OPTIONS, ...TLS_OPTIONS, ...certificate, ...options }))

/** Milliseconds until two that can't agree part. */
const TLS_OPTIONS = { minVersion: 'TLSv1.2', handshakeTimeout: 10_000 } as const
