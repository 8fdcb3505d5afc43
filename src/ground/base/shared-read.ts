/**
 * Lets those who ask for the same thing during one turn of the event loop share one read. It begins after the last of
 * them has asked, so nobody gets what is older than their question.
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
