export interface EventSourceReader extends AsyncDisposable {
  /** The next event. Rejects after the end of the stream. */
  next(): Promise<{ event: string; data: any }>
  /** Resolves when the server has ended the stream; discards earlier events. */
  readonly ended: Promise<void>
}

/** @param token Value of the session cookie. */
export async function readEvents(url: string, token: string): Promise<EventSourceReader> {
  const stop = new AbortController()
  const response = await fetch(url, { headers: { cookie: `token=${token}` }, signal: stop.signal })
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${await response.text()}`)
  const events = eventsOf(response.body!)
  return {
    async next() {
      const { value, done } = await events.next()
      if (done) throw new Error('the stream has ended')
      return value
    },
    get ended() {
      return (async () => {
        for await (const _ of events);
      })()
    },
    [Symbol.asyncDispose]: async () => stop.abort(),
  }
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<{ event: string; data: any }> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const piece of body) {
    text += decoder.decode(piece, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop()!
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1]
      const data = field('data')
      if (data !== undefined) yield { event: field('event') ?? 'message', data: JSON.parse(data) }
    }
  }
}
