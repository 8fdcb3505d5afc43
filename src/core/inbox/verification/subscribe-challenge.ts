import { equalSecrets } from '#ground/base/signing.ts'

export function subscribeAnswer(query: URLSearchParams, verifyToken: string): string | null {
  const [mode, given, answer] = ['hub.mode', 'hub.verify_token', 'hub.challenge'].map((name) => {
    const values = query.getAll(name)
    return values.length === 1 ? values[0] : undefined
  })
  const isOurs = equalSecrets(given ?? '', verifyToken)
  return isOurs && mode === 'subscribe' && answer ? answer : null
}

export const subscribeQuery = (verifyToken: string, answer: string): Readonly<Record<string, string>> => ({
  'hub.mode': 'subscribe',
  'hub.verify_token': verifyToken,
  'hub.challenge': answer,
})
