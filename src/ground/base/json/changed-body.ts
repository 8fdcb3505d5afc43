import { StringDecoder } from 'node:string_decoder'
import { unmarkedJson } from './marks.ts'

type Bytes = Uint8Array<ArrayBuffer>

export type EndOfParts = (text: string) => number

export const byLine: EndOfParts = (text) => text.lastIndexOf('\n') + 1
export const asWhole: EndOfParts = () => 0

export function changedBody(
  body: ReadableStream<Bytes>,
  endOfParts: EndOfParts,
  change: (parts: string) => string,
): ReadableStream<Bytes> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  return body.pipeThrough(
    new TransformStream<Bytes, Bytes>({
      transform(chunk, controller) {
        rest += decoder.write(chunk)
        const end = endOfParts(rest)
        if (end === 0) return
        controller.enqueue(Buffer.from(change(rest.slice(0, end))))
        rest = rest.slice(end)
      },
      flush(controller) {
        rest += decoder.end()
        if (rest !== '') controller.enqueue(Buffer.from(change(rest)))
      },
    }),
  )
}

export const unmarkedBody = (body: ReadableStream<Bytes>): ReadableStream<Bytes> =>
  changedBody(body, byLine, unmarkedJson)
