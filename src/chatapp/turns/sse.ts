import { createStreamParser } from '#ground/base/event-stream/parse.ts'

/** A line longer than this is no event stream. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024

/**
 * The `data` of every stream event, in order. Comments and other fields are skipped, but a server's field
 * `error` counts as data; an event cut off by the end of the stream is dropped, as in the standard.
 */
export async function* eventData(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const parser = createStreamParser({ longestLine: MAX_LINE_LENGTH })
  for await (const piece of bytes)
    for (const event of parser.push(piece)) yield typeof event === 'string' ? event : event.error
}
