import { Readable, Transform, type Duplex } from 'node:stream'
import { StringDecoder } from 'node:string_decoder'
import { asWhole, changedBody } from '#ground/base/json/changed-body.ts'
import { markNumbers } from '#ground/base/json/marks.ts'
import { parseJson } from '#ground/base/json/parse.ts'

/** The SDK would round large numbers, so they become marked strings until `createToolServer` restores them. */
export const bodyWithMarkedCalls = (body: Readable): ReadableStream<Uint8Array> =>
  changedBody(Readable.toWeb(body) as ReadableStream<Uint8Array<ArrayBuffer>>, asWhole, withMarkedCall)

export function linesWithMarkedCalls(socket: Duplex): Readable {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  const lines = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const whole = (rest + decoder.write(chunk)).split('\n')
      rest = whole.pop()!
      done(null, whole.map((line) => `${withMarkedCall(line)}\n`).join(''))
    },
  })
  socket.once('close', () => lines.destroy())
  return socket.pipe(lines)
}

const withMarkedCall = (json: string): string => {
  if (!json.includes('"arguments"')) return json
  try {
    const message = parseJson(json) as { params?: { arguments?: unknown } }
    const given = message.params?.arguments
    const kept = markNumbers(given)
    return kept === given
      ? json
      : JSON.stringify({ ...message, params: { ...message.params, arguments: kept } })
  } catch {
    return json
  }
}
