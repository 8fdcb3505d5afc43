/** Longer texts are read up to here only. */
export const WHOLE_BYTES = 5_000_000
/** How much of those is read. */
export const FIRST_BYTES = 1_000_000

export interface ReadText {
  text: string
  /** There is more than was read. */
  isCut: boolean
}

/** An answer that is not the file. */
export class NotReadable extends Error {
  /** HTTP status; 0 without a response. */
  readonly status: number
  constructor(status: number) {
    super(`status ${status}`)
    this.name = 'NotReadable'
    this.status = status
  }
}

/**
 * Reads a text file of this site; of a long file the first part.
 *
 * @param size Bytes of the whole file.
 * @throws NotReadable without a file in the response.
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

/** UTF-8, or the encoding of the byte order mark. A split character is left out. */
export function decode(bytes: Uint8Array, isCut: boolean): string {
  const [one, two] = bytes
  const name = one === 0xff && two === 0xfe ? 'utf-16le' : one === 0xfe && two === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(name).decode(bytes, { stream: isCut })
}
