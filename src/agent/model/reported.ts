/**
 * What a server says went wrong, as `failureOf` and `retryDelay` read it. It may stand in a frame of any kind, as
 * `{"error": {"message"}}`, `{"detail"}`, or as plain text.
 */
export function reported(said: unknown, more: { statusCode?: number; responseHeaders?: object } = {}): Error {
  const { message, code } = wordsIn(said)
  const statusCode = Number(code) >= 400 && Number(code) < 600 ? Number(code) : undefined
  return Object.assign(new Error(message), { code }, statusCode && { statusCode }, more)
}

/** Whether a value tells of trouble and is not part of an answer. */
export const isTrouble = (value: object): boolean =>
  Array.isArray(value) ||
  ('error' in value && Boolean(value.error)) ||
  (!('choices' in value) && wordsIn(value).message !== '')

interface Words {
  message: string
  code?: unknown
}

const wordsIn = (said: unknown): Words => {
  if (typeof said === 'string') return wordsInText(said)
  if (Array.isArray(said)) return wordsIn(said[0])
  if (typeof said !== 'object' || said === null) return { message: '' }
  const { error, message, detail, code } = said as Record<string, unknown>
  if (error) return typeof error === 'string' ? { message: error, code } : wordsIn(error)
  const text = [message, detail].find((words) => typeof words === 'string')
  return { message: text ?? '', code }
}

const wordsInText = (text: string): Words => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'string' ? { message: value } : wordsIn(value)
  } catch {
    return { message: /<html|<!doctype/i.test(text) ? '' : text }
  }
}
