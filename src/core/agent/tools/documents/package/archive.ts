import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'

/** Bytes that all parts of one document inflate to at most, which stops archives made to exhaust a reader. */
const MAX_INFLATED_BYTES = 512 * 1024 * 1024
/** Bytes of a part that is kept in memory as a whole. */
const MAX_WHOLE_PART_BYTES = 64 * 1024 * 1024
const MAX_PIECE_BYTES = 64 * 1024

/** The parts of a ZIP archive, such as an Office document, by name. */
export interface Archive {
  names: readonly string[]
  has(name: string): boolean
  /** The text of a part, a piece at a time, so that a large part is never in memory as a whole; empty when it is missing. */
  pieces(name: string): AsyncGenerator<string>
  /** @returns Null when the part is missing. */
  text(name: string): Promise<string | null>
}

export async function openArchive(content: Buffer): Promise<Archive> {
  const zip = await fromBufferPromise(content)
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  const budget = { bytes: MAX_INFLATED_BYTES }
  async function* pieces(name: string) {
    const entry = entries.get(name)
    if (entry) yield* decoded(zip, entry, budget)
  }
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    pieces,
    text: async (name) => {
      const entry = entries.get(name)
      if (!entry) return null
      if (entry.uncompressedSize > MAX_WHOLE_PART_BYTES) throw new Error(`${name} is too large`)
      return (await Array.fromAsync(pieces(name))).join('')
    },
  }
}

async function* decoded(zip: ZipFile, entry: Entry, budget: { bytes: number }): AsyncGenerator<string> {
  let decoder: InstanceType<typeof TextDecoder> | null = null
  for await (const chunk of (await zip.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
    budget.bytes -= chunk.length
    if (budget.bytes < 0) throw new Error('the archive is too large when it is unpacked')
    decoder ??= new TextDecoder(encodingOf(chunk))
    // A part that is not compressed comes as one chunk.
    for (let at = 0; at < chunk.length; at += MAX_PIECE_BYTES)
      yield decoder.decode(chunk.subarray(at, at + MAX_PIECE_BYTES), { stream: true })
  }
}

/** XML is UTF-8 unless its byte order mark names UTF-16. */
const encodingOf = (start: Buffer): string =>
  start[0] === 0xff && start[1] === 0xfe
    ? 'utf-16le'
    : start[0] === 0xfe && start[1] === 0xff
      ? 'utf-16be'
      : 'utf-8'
