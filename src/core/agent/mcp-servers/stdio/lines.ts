export interface LineListener {
  maxBytes: number
  onLine(line: string): void
  /** Called when a line longer than `maxBytes` ends. Only its start and end are kept. */
  onLongLine(head: string, tail: string): void
}

const MAX_EXCERPT_BYTES = 200

export function createLineReader({ maxBytes, onLine, onLongLine }: LineListener): (chunk: Buffer) => void {
  let parts: Buffer[] = []
  let size = 0
  let head: string | null = null

  const append = (bytes: Buffer) => {
    size += bytes.length
    if (head === null) parts.push(bytes)
    else parts = [Buffer.concat([...parts, bytes.subarray(-MAX_EXCERPT_BYTES)]).subarray(-MAX_EXCERPT_BYTES)]
    if (head !== null || size <= maxBytes) return
    const all = Buffer.concat(parts)
    head = all.toString('utf8', 0, MAX_EXCERPT_BYTES)
    parts = [Buffer.from(all.subarray(-MAX_EXCERPT_BYTES))]
  }
  const end = () => {
    const rest = Buffer.concat(parts).toString('utf8').replace(/\r$/, '')
    const long = head
    parts = []
    size = 0
    head = null
    if (long !== null) onLongLine(long, rest)
    else if (rest !== '') onLine(rest)
  }
  return (chunk) => {
    let from = 0
    for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, from)) {
      append(chunk.subarray(from, at))
      end()
      from = at + 1
    }
    if (from < chunk.length) append(chunk.subarray(from))
  }
}
