/**
 * Calls with equal keys in one turn of the event loop share a read. The read starts after the last of these calls, so
 * no caller gets data from before its call.
 */
export function sharedRead<T>(read: (key: string) => Promise<T>): (key: string) => Promise<T> {
  const pending = new Map<string, Promise<T>>()
  return (key) => {
    let answer = pending.get(key)
    if (!answer) {
      answer = new Promise((resolve) => setImmediate(resolve)).then(() => {
        pending.delete(key)
        return read(key)
      })
      pending.set(key, answer)
    }
    return answer
  }
}
