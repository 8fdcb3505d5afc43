import { createStreamParser } from '#ground/base/event-stream/parse.ts'

/** Longer lines mean that the body is not an event stream. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024

/** A field `error`, which some servers send, counts as `data`. An event without its final blank line is dropped. */
export async function* eventData(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const parser = createStreamParser({ longestLine: MAX_LINE_LENGTH })
  for await (const piece of bytes)
    for (const event of parser.push(piece)) yield typeof event === 'string' ? event : event.error
}
