/**
 * Equal keys in one turn of the event loop share a read. It starts after the last call, so no caller gets older data.
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
