import { asWhole, changedBody } from '#ground/base/json/changed-body.ts'
import { markNumbers } from '#ground/base/json/marks.ts'
import { parseJson } from '#ground/base/json/parse.ts'

/**
 * A server's message before the SDK parses it, which would round numbers: exact numbers of `structuredContent` become
 * marked texts, which `resultText` makes numbers again. Other messages, and texts that are no JSON, stay as they are.
 */
export function withMarkedData(message: string): string {
  if (!message.includes('"structuredContent"')) return message
  try {
    const value = parseJson(message) as Message | Message[]
    return JSON.stringify(Array.isArray(value) ? value.map(marked) : marked(value))
  } catch {
    return message // the SDK explains what is wrong
  }
}

interface Message {
  result?: { structuredContent?: unknown }
}

const marked = (message: Message): Message => {
  const data = message.result?.structuredContent
  return data === undefined
    ? message
    : { ...message, result: { ...message.result, structuredContent: markNumbers(data) } }
}

/** The same for a body over HTTP: JSON, or a stream of events. */
export const bodyWithMarkedData = (
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  hasEvents: boolean,
): ReadableStream<Uint8Array<ArrayBuffer>> =>
  hasEvents ? changedBody(body, lastBlankLine, withMarkedEvents) : changedBody(body, asWhole, withMarkedData)

/** Behind the last empty line: before it are whole events. */
const lastBlankLine = (text: string): number => {
  const ends = ['\n\n', '\r\n\r\n', '\r\r'].map((end) => {
    const at = text.lastIndexOf(end)
    return at === -1 ? 0 : at + end.length
  })
  return Math.max(...ends)
}

/** The lines of `data` of an event are one JSON text. */
const withMarkedEvents = (events: string): string =>
  events.includes('"structuredContent"')
    ? events
        .split(/(?<=\n\n|\r\n\r\n|\r\r)/)
        .map(withMarkedEvent)
        .join('')
    : events

const withMarkedEvent = (event: string): string => {
  const lines = event.split(/\r\n|\n|\r/)
  const data = lines
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).replace(/^ /, ''))
  const json = data.join('\n')
  const markedJson = withMarkedData(json)
  if (markedJson === json) return event
  const others = lines.filter((line) => line !== '' && !line.startsWith('data:'))
  return `${[...others, `data: ${markedJson}`].join('\n')}\n\n`
}
