import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { buildGo } from '../cache.ts'
import type { Protocol } from './fronts.ts'
import type { FrontHub } from './hub.ts'
import { NAME, originOf } from './requests.ts'

const run = promisify(execFile)
const MAX_BYTES = 64 * 1024 * 1024
const BOUNDARY = 'boundary-of-the-upload'

export interface Uploaded {
  status: number
  text: string
}

export interface UploadOptions {
  bytes: number
  isChunked?: boolean
  headers: readonly string[]
  /** Default: the upload of an attachment. */
  path?: string
}

/** Uploads a file with curl, or with quic-go over HTTP/3. */
export async function upload(hub: FrontHub, protocol: Protocol, options: UploadOptions): Promise<Uploaded> {
  const body = multipartFile(hub, options.bytes)
  const url = originOf(hub.door) + (options.path ?? '/api/v1/files/')
  const headers = [`Content-Type: multipart/form-data; boundary=${BOUNDARY}`, ...options.headers]
  if (protocol === 'h3') {
    const address = `127.0.0.1:${hub.door.port}`
    const { stdout } = await run(await buildGo(join(import.meta.dirname, 'h3')), [
      url,
      address,
      hub.door.ca,
      body,
      ...headers,
    ])
    const end = stdout.indexOf('\n')
    return { status: Number(stdout.slice(0, end)), text: stdout.slice(end + 1) }
  }
  const args = [
    '--silent',
    '--show-error',
    protocol === 'h1' ? '--http1.1' : '--http2',
    '--cacert',
    hub.door.ca,
    '--resolve',
    `${NAME}:${hub.door.port}:127.0.0.1`,
    '--write-out',
    '\n%{http_code} %{http_version}',
    '--max-time',
    '120',
    ...['Expect:', ...headers].flatMap((header) => ['--header', header]),
    ...(options.isChunked ? ['--header', 'Transfer-Encoding: chunked'] : []),
    '--request',
    'POST',
    '--data-binary',
    `@${body}`,
    url,
  ]
  const { stdout } = await run('curl', args, { maxBuffer: MAX_BYTES })
  const end = stdout.lastIndexOf('\n')
  const [status, version] = stdout.slice(end + 1).split(' ')
  if ((version === '2') !== (protocol === 'h2')) throw new Error(`curl used HTTP/${version}`)
  return { status: Number(status), text: stdout.slice(0, end) }
}

function multipartFile(hub: FrontHub, bytes: number): string {
  const path = join(hub.folder, `upload-${bytes}`)
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`
  writeFileSync(
    path,
    Buffer.concat([Buffer.from(head), Buffer.alloc(bytes, 'x'), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
  )
  return path
}
