import { fromBufferPromise, type Entry, type ZipFile } from 'yauzl'

/** Maximum decompressed bytes of one document, against archives that exhaust memory. */
const MAX_INFLATED_BYTES = 512 * 1024 * 1024
/** Larger entries are read in pieces only. */
const MAX_WHOLE_PART_BYTES = 64 * 1024 * 1024
const MAX_PIECE_BYTES = 64 * 1024

export interface Archive {
  names: readonly string[]
  has(name: string): boolean
  /** Yields pieces, so that a large entry is never in memory as a whole; none if the entry is missing. */
  pieces(name: string): AsyncGenerator<string>
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
    if (budget.bytes < 0) throw new Error('the unpacked archive is too large')
    decoder ??= new TextDecoder(encodingOf(chunk))
    // An uncompressed entry arrives as one chunk.
    for (let at = 0; at < chunk.length; at += MAX_PIECE_BYTES)
      yield decoder.decode(chunk.subarray(at, at + MAX_PIECE_BYTES), { stream: true })
  }
}

/** XML is UTF-8 unless its byte order mark indicates UTF-16. */
const encodingOf = (start: Buffer): string =>
  start[0] === 0xff && start[1] === 0xfe
    ? 'utf-16le'
    : start[0] === 0xfe && start[1] === 0xff
      ? 'utf-16be'
      : 'utf-8'
