/**
 * Concurrent callers with the same key during one turn of the event loop share one read. It begins after the
 * last of them has called, so no caller gets data from before the call.
 */
export function sharedRead<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const asked = new Map<string, Promise<T>>()
  return (key) => {
    let answer = asked.get(key)
    if (!answer) {
      answer = new Promise((resolve) => setImmediate(resolve)).then(() => {
        asked.delete(key)
        return read(key)
      })
      asked.set(key, answer)
    }
    return answer
  }
}
