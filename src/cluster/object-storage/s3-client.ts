import type { Readable } from 'node:stream'
import { AwsV4Signer } from 'aws4fetch'
import type { Dispatcher } from 'undici'
import type { Clock } from '#ground/base/clock.ts'
import { openHttpConnections } from '#ground/base/network/connections.ts'
import { describeCertificateTrouble } from '#ground/base/network/certificate-trouble.ts'
import { readAtMost } from '#ground/base/read-at-most.ts'
import type { BlobsAddress } from '#ground/blobs/address.ts'
import { BlobStorageUnavailable, type BlobName } from '#ground/blobs/blobs.ts'

export interface S3Credentials {
  accessKeyId: string
  secretAccessKey: string
}

export interface S3Reports {
  /** Called once per outage. */
  onOutage(reason: string): void
  onRecovery(): void
}

export interface S3ClientOptions {
  address: BlobsAddress
  credentials: S3Credentials
  clock: Pick<Clock, 'sleep'>
  reports: S3Reports
}

export const objectKey = ({ prefix }: BlobsAddress, area: string, hash: string): string =>
  `${prefix}${area}/${hash}`

/** Objects of one bucket. Every method throws BlobStorageUnavailable when the server is unreachable or refuses. */
export interface S3Client extends AsyncDisposable {
  put(key: string, blob: BlobName, body: () => Readable): Promise<void>
  /** Bytes; null for a missing object. */
  sizeOf(key: string): Promise<number | null>
  /** Null for a missing object. */
  get(key: string, range?: { start: number; end: number }): Promise<Readable | null>
  /**
   * With `isOurs`, a failed request is retried. Set it only if no other process uses the key, because a retry could
   * remove another process's object.
   */
  remove(key: string, options?: { isOurs: boolean }): Promise<void>
}

/** Few attempts, because a person waits for the upload. */
const ATTEMPTS = 3
const PAUSE_MS = 300
const BEGIN_WITHIN_MS = 5000
const CONNECT_MS = 3000
/**
 * After the last uploaded byte, `SYNC_MS` applies instead of `SILENT_MS`, because the server may sync to slow disks.
 */
const SILENT_MS = 10_000
const SYNC_MS = 30_000
const MAX_ERROR_BYTES = 16_384
const EMPTY = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'

interface Order {
  method: 'PUT' | 'GET' | 'HEAD' | 'DELETE'
  key: string
  headers?: Record<string, string>
  /** SHA-256 of the body. */
  hash?: string
  body?: () => Readable
  isOnce?: boolean
}

/** Uses path-style addresses (`<endpoint>/<bucket>/<key>`), which every server with the S3 API supports. */
export function createS3Client({ address, credentials, clock, reports }: S3ClientOptions): S3Client {
  const connections = openHttpConnections({
    connect: { timeout: CONNECT_MS },
    headersTimeout: SILENT_MS,
    bodyTimeout: SILENT_MS,
    keepAliveTimeout: 4000,
  })
  const outages = reportOnce(reports)

  const send = async ({ method, key, headers, hash = EMPTY, body }: Order) => {
    const signed = await new AwsV4Signer({
      ...credentials,
      method,
      url: `${address.endpoint}/${address.bucket}/${key}`,
      headers: { ...headers, 'x-amz-content-sha256': hash },
      service: 's3',
      region: address.region,
    }).sign()
    const sent = { method, headers: Object.fromEntries(signed.headers), body: body?.() ?? null }
    return connections.send(signed.url, { ...sent, ...(method === 'PUT' && { headersTimeout: SYNC_MS }) })
  }
  const sendWithRetries = async (order: Order): Promise<Dispatcher.ResponseData> => {
    const begun = performance.now()
    for (let attempt = 1; ; attempt++) {
      const outcome = await send(order).then((answer) => failureOf(answer, order), unreached)
      if (!(outcome instanceof Failed)) {
        outages.worked()
        return outcome
      }
      const isLast = order.isOnce || attempt === ATTEMPTS || performance.now() - begun > BEGIN_WITHIN_MS
      if (isLast || !outcome.isTemporary) throw outages.failed(outcome.error)
      await clock.sleep(PAUSE_MS * attempt)
    }
  }

  return {
    async put(key, { hash, size }, body) {
      const headers = { 'content-length': String(size), 'content-type': 'application/octet-stream' }
      const order = { method: 'PUT' as const, key, headers, hash, ...(size > 0 && { body }) }
      await (await sendWithRetries(order)).body.dump()
    },

    async sizeOf(key) {
      const { statusCode, headers, body } = await sendWithRetries({ method: 'HEAD', key })
      await body.dump()
      return statusCode === 404 ? null : Number(headers['content-length'])
    },

    async get(key, range) {
      const headers = range && { range: `bytes=${range.start}-${range.end}` }
      const { statusCode, body } = await sendWithRetries({ method: 'GET', key, ...(headers && { headers }) })
      if (statusCode !== 404) return body
      await body.dump()
      return null
    },

    async remove(key, { isOurs } = { isOurs: false }) {
      await (await sendWithRetries({ method: 'DELETE', key, isOnce: !isOurs })).body.dump()
    },

    [Symbol.asyncDispose]: () => connections.destroy(),
  }
}

class Failed {
  readonly error: BlobStorageUnavailable
  readonly isTemporary: boolean
  constructor(error: BlobStorageUnavailable, mayPass: boolean) {
    this.error = error
    this.isTemporary = mayPass
  }
}

/**
 * Status 404 is no failure, except for a put. Errors contain only the server's error code, because response bodies
 * repeat keys and signed data.
 */
async function failureOf(
  answer: Dispatcher.ResponseData,
  { method }: Order,
): Promise<Dispatcher.ResponseData | Failed> {
  const { statusCode: status, body } = answer
  if ((status >= 200 && status < 300) || (status === 404 && method !== 'PUT')) return answer
  const text = await readAtMost(body, MAX_ERROR_BYTES).catch(() => '')
  const code = /<Code>(\w{1,64})<\/Code>/.exec(text)?.[1] ?? null
  const reason = `the server answered ${status}${code === null ? '' : ` ${code}`}`
  return new Failed(
    new BlobStorageUnavailable(reason, { code: code ?? String(status) }),
    status >= 500 || status === 429,
  )
}

const unreached = (error: Error & { code?: string }): Failed =>
  new Failed(
    new BlobStorageUnavailable(
      `the server cannot be reached (${describeCertificateTrouble(error) ?? error.code ?? error.name})`,
      { cause: error },
    ),
    true,
  )

function reportOnce({ onOutage, onRecovery }: S3Reports) {
  let isOut = false
  return {
    failed(error: BlobStorageUnavailable): BlobStorageUnavailable {
      if (!isOut) onOutage(error.message)
      isOut = true
      return error
    },
    worked() {
      if (isOut) onRecovery()
      isOut = false
    },
  }
}
