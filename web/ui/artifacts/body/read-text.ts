export const WHOLE_BYTES = 5_000_000
export const FIRST_BYTES = 1_000_000

export interface ReadText {
  text: string
  isCut: boolean
}

export class NotReadable extends Error {
  readonly status: number
  constructor(status: number) {
    super(`status ${status}`)
    this.name = 'NotReadable'
    this.status = status
  }
}

/**
 * Reads only the first `FIRST_BYTES` of a file larger than `WHOLE_BYTES`.
 * @param size Size of the file in bytes.
 * @throws NotReadable if the response is not the file.
 */
export async function readArtifactText(url: string, size: number, signal: AbortSignal): Promise<ReadText> {
  const isCut = size > WHOLE_BYTES
  const response = await reach(url, isCut ? { range: `bytes=0-${FIRST_BYTES - 1}` } : {}, signal)
  if (!response.ok) throw new NotReadable(response.status)
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { text: decode(bytes, isCut), isCut }
}

async function reach(url: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { headers, signal, credentials: 'same-origin' })
  } catch (error) {
    if (signal.aborted) throw error
    throw new NotReadable(0)
  }
}

/** Decodes UTF-8, or UTF-16 with a byte order mark. `isCut` drops an incomplete last character. */
export function decode(bytes: Uint8Array, isCut: boolean): string {
  const [one, two] = bytes
  const name = one === 0xff && two === 0xfe ? 'utf-16le' : one === 0xfe && two === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(name).decode(bytes, { stream: isCut })
}
