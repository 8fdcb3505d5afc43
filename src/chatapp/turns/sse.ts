/** A line longer than this is no event stream. */
const LONGEST_LINE = 16 * 1024 * 1024

/**
 * The `data` of every event of a Server-Sent Events stream, in order. Comments and other fields are skipped; an event
 * cut off by the end of the stream is dropped, as the standard says.
 */
export async function* eventData(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let data: string[] = []
  for await (const line of linesOf(bytes)) {
    if (line === '') {
      if (data.length > 0) yield data.join('\n')
      data = []
    } else if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5))
  }
}

async function* linesOf(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of bytes) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop()!
    if (rest.length > LONGEST_LINE) throw new Error('the event stream has an endless line')
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
  }
}
