/** The stream of another bridge, forwarded as it arrives. */
export class RelayedStream {
  /** Its bytes, until it ends or the signal aborts; then the other bridge is hung up on. */
  readonly follow: (signal: AbortSignal) => AsyncIterable<Uint8Array>

  constructor(answer: Response) {
    this.follow = async function* (signal) {
      const reader = answer.body!.getReader()
      const leave = () => void reader.cancel().catch(() => {})
      signal.addEventListener('abort', leave, { once: true })
      if (signal.aborted) leave()
      try {
        for (;;) {
          // A disconnected bridge ends it as well: the page reconnects.
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
