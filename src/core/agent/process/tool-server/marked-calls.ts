import { Readable, type Duplex } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import { asWhole, byLine, changedBody, type EndOfParts } from '#ground/base/json/changed-body.ts'
import { markNumbers } from '#ground/base/json/marks.ts'
import { parseJson } from '#ground/base/json/parse.ts'

/**
 * The messages of a client before the SDK parses them, which would round numbers: exact numbers of `arguments` become
 * marked texts, which `createToolServer` makes numbers again. Here one message is one body.
 */
export const bodyWithMarkedCalls = (body: Readable): ReadableStream<Uint8Array> => marked(body, asWhole)

/** The same for messages that come one in a line. */
export const linesWithMarkedCalls = (socket: Duplex): Readable =>
  Readable.fromWeb(marked(socket, byLine) as NodeStream<Uint8Array>)

const marked = (from: Readable, parts: EndOfParts) =>
  changedBody(Readable.toWeb(from) as ReadableStream<Uint8Array<ArrayBuffer>>, parts, (text) =>
    text.includes('"arguments"')
      ? parts === byLine
        ? text.split('\n').map(withMarkedCall).join('\n')
        : withMarkedCall(text)
      : text,
  )

const withMarkedCall = (json: string): string => {
  try {
    const message = parseJson(json) as { params?: { arguments?: unknown } }
    const given = message.params?.arguments
    const kept = markNumbers(given)
    return kept === given ? json : JSON.stringify({ ...message, params: { ...message.params, arguments: kept } })
  } catch {
    return json // the SDK explains what is wrong
  }
}
