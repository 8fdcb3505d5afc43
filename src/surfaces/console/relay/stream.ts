export class RelayedStream {
  readonly follow: (signal: AbortSignal) => AsyncIterable<Uint8Array>

  constructor(answer: Response) {
    this.follow = async function* (signal) {
      const reader = answer.body!.getReader()
      const leave = () => void reader.cancel().catch(() => {})
      signal.addEventListener('abort', leave, { once: true })
      if (signal.aborted) leave()
      try {
        for (;;) {
          // A lost connection ends the stream too; the page then reconnects.
          const { done, value } = await reader.read().catch(() => ({ done: true, value: undefined }))
          if (done) return
          yield value!
        }
      } finally {
        leave()
        signal.removeEventListener('abort', leave)
      }
    }
  }
}
