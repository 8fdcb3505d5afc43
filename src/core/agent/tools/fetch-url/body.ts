import type { Readable } from 'node:stream'
import { decompressed } from '#ground/base/network/decompressed.ts'
import { FetchRefused } from './refused.ts'

export interface FetchedBody {
  content: Buffer
  isCut: boolean
}

/** @throws FetchRefused for an encoding that the request did not accept. */
export async function readFetchedBody(
  body: Readable,
  encoding: string | null,
  maxBytes: number,
): Promise<FetchedBody> {
  const plain = decompressed(body, encoding)
  if (!plain)
    throw new FetchRefused(
      `The server sent “${encoding?.slice(0, 40)}”, a compression that was not asked for.`,
    )
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of plain as AsyncIterable<Buffer>) {
      chunks.push(chunk.subarray(0, maxBytes - size))
      size += chunk.length
      if (size > maxBytes) break
    }
  } finally {
    plain.destroy()
  }
  return { content: Buffer.concat(chunks), isCut: size > maxBytes }
}
