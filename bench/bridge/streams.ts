import { Agent, request } from 'node:http'
import { bodyOf, PATH, type Target } from './target.ts'

export async function parallelStreams(
  target: Target,
  count: number,
): Promise<{ seconds: number; refusals: number; failures: number }> {
  const agent = new Agent({ keepAlive: false })
  const startedAt = performance.now()
  const ends = await Promise.all(Array.from({ length: count }, () => endOf(target, agent)))
  return {
    seconds: (performance.now() - startedAt) / 1000,
    refusals: ends.filter(isRefusal).length,
    failures: ends.filter((end) => !end.includes('[DONE]') && !isRefusal(end)).length,
  }
}

const isRefusal = (end: string): boolean => end.includes('too_many_turns')

const BODY = bodyOf('Say fifty words.', true)

const endOf = ({ port, headers }: Target, agent: Agent): Promise<string> =>
  new Promise((resolve) => {
    const sent = request({
      port,
      path: PATH,
      method: 'POST',
      agent,
      headers: { ...headers, 'content-type': 'application/json' },
    })
    sent.on('error', (error) => resolve(String(error)))
    sent.on('response', (response) => {
      let end = ''
      response.on('data', (bytes: Buffer) => (end = (end + bytes.toString()).slice(-200)))
      response.on('close', () => resolve(end))
    })
    sent.end(BODY)
  })
