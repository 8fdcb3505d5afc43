import { mkdtemp, readFile, rm } from 'node:fs/promises'
import type { Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
// @ts-expect-error The package has no types.
import S3rver from '@20minutes/s3rver'
import { freePorts } from './free-ports.ts'

export interface OwnS3 {
  endpoint: string
  environment(prefix?: string): Record<string, string>
  pathOf(key: string): string
  start(): Promise<void>
  stop(): Promise<void>
}

export const S3_KEYS = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' }
export const S3_BUCKET = 'hub-files'

/** @param tls PEM files of a certificate for `localhost`; default: plain HTTP. */
export async function startS3(
  t: { after(then: () => unknown): void },
  tls?: { certificate: string; key: string },
): Promise<OwnS3> {
  const directory = await mkdtemp(join(tmpdir(), 'hub-s3-'))
  const [port] = await freePorts(1)
  const endpoint = tls ? `https://localhost:${port}` : `http://127.0.0.1:${port}`
  let server: Server | null = null
  const stop = async () => {
    const stopping = server
    server = null
    if (!stopping) return
    const closed = new Promise((resolve) => stopping.close(resolve))
    stopping.closeAllConnections()
    await closed
  }
  const start = async () => {
    const program = new S3rver({
      address: '127.0.0.1',
      port,
      silent: true,
      directory,
      configureBuckets: [{ name: S3_BUCKET }],
      ...(tls && { cert: await readFile(tls.certificate), key: await readFile(tls.key) }),
    })
    await program.run()
    server = program.httpServer as Server
  }
  t.after(async () => {
    await stop()
    await rm(directory, { recursive: true, force: true })
  })
  await start()
  return {
    endpoint,
    environment: (prefix = 'hub') => ({
      SVC_BLOBS_URL: `s3://${S3_BUCKET}/${prefix}?endpoint=${encodeURIComponent(endpoint)}`,
      SVC_BLOBS_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
      SVC_BLOBS_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
    }),
    pathOf: (key) => join(directory, S3_BUCKET, `${key}._S3rver_object`),
    start,
    stop,
  }
}
