import { isRecord } from '#ground/base/json/lenient.ts'
import { asWhole, changedBody } from '#ground/base/json/changed-body.ts'
import { markNumbers } from '#ground/base/json/marks.ts'
import { parseJson } from '#ground/base/json/parse.ts'

import { lenientMessage } from './lenient-message.ts'

type Json = Record<string, unknown>

/**
 * Prepares a server's message for the client library:
 * 1. Exact numbers in `structuredContent` and tool schemas become marked strings, because the library would round
 *    them. The readers of results and tool lists convert them back.
 * 2. `lenientMessage` mends fields that the library would reject.
 * Text that is not JSON is returned unchanged; the library reports the error.
 */
export function readableMessage(message: string): string {
  if (!CHANGED.test(message)) return message
  try {
    const value = parseJson(message)
    return JSON.stringify(Array.isArray(value) ? value.map(readable) : readable(value))
  } catch {
    return message
  }
}

const CHANGED = /"result"\s*:|\bnull\b/

const readable = (message: unknown): unknown => lenientMessage(isRecord(message) ? marked(message) : message)

const marked = (message: Json): Json => {
  const { result } = message
  if (!isRecord(result)) return message
  const { structuredContent, tools } = result
  return {
    ...message,
    result: {
      ...result,
      ...(structuredContent !== undefined && { structuredContent: markNumbers(structuredContent) }),
      ...(tools !== undefined && { tools: markNumbers(tools) }),
    },
  }
}

export const readableBody = (
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  hasEvents: boolean,
): ReadableStream<Uint8Array<ArrayBuffer>> =>
  hasEvents ? changedBody(body, endOfEvents, readableEvents) : changedBody(body, asWhole, readableMessage)

export const endOfEvents = (text: string): number => {
  const ends = ['\n\n', '\r\n\r\n', '\r\r'].map((end) => {
    const at = text.lastIndexOf(end)
    return at === -1 ? 0 : at + end.length
  })
  return Math.max(...ends)
}

export const eventsIn = (text: string): string[] => text.split(/(?<=\n\n|\r\n\r\n|\r\r)/)

export const splitEventLines = (event: string): string[] => event.split(/\r\n|\n|\r/)

const readableEvents = (events: string): string => eventsIn(events).map(readableEvent).join('')

const readableEvent = (event: string): string => {
  const lines = splitEventLines(event)
  const data = lines
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).replace(/^ /, ''))
  const json = data.join('\n')
  const readableJson = readableMessage(json)
  if (readableJson === json) return event
  const others = lines.filter((line) => line !== '' && !line.startsWith('data:'))
  return `${[...others, `data: ${readableJson}`].join('\n')}\n\n`
}
