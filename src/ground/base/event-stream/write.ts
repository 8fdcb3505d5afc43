/** Head of a response of stream events. Proxies must not cache, change or buffer them. */
export const EVENT_STREAM_HEAD = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const

/** A comment: readers skip it, and a connection where nothing happens stays open. */
export const KEEP_ALIVE = ': keep-alive\n\n'

/** One stream event. JSON has no line breaks, so its data is one line. */
export const streamEventText = (data: unknown, name?: string): string =>
  name === undefined
    ? `data: ${JSON.stringify(data)}\n\n`
    : `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

/** The end of a stream, as OpenAI's clients expect it. */
export const STREAM_END = 'data: [DONE]\n\n'
