/** Proxies must not cache, change or buffer the stream. */
export const EVENT_STREAM_HEAD = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
} as const

/** A comment, which readers skip. It keeps an idle connection open. */
export const KEEP_ALIVE = ': keep-alive\n\n'

/** JSON contains no line breaks, so `data` is one line. */
export const streamEventText = (data: unknown, name?: string): string =>
  name === undefined
    ? `data: ${JSON.stringify(data)}\n\n`
    : `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`

export const STREAM_END = 'data: [DONE]\n\n'
