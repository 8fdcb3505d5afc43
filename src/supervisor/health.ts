import { get as getPlain } from '#ground/base/network/node-http.ts'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 20
const ANSWER_MS = 2000

export const waitUntilHealthy = async (urls: readonly string[], signal: AbortSignal): Promise<void> => {
  await Promise.all(
    urls.map(async (url) => {
      while (!(await answers(url))) await sleep(POLL_MS, undefined, { signal })
    }),
  )
}

/** Opens a new connection each time, because a kept connection could lead to a process that is exiting. */
async function answers(url: string): Promise<boolean> {
  const get = url.startsWith('https:') ? (await import('node:https')).get : getPlain
  return new Promise((resolve) => {
    // Accepts any certificate: the server is a process of this service, and its certificate is for the public name.
    const options = { agent: false, timeout: ANSWER_MS, rejectUnauthorized: false }
    const request = get(url, options, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })
}
