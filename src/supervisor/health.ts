import { get as getPlain } from '#ground/base/network/node-http.ts'
import { setTimeout as sleep } from 'node:timers/promises'

const POLL_MS = 20
const ANSWER_MS = 2000

/** Resolve once every address has answered 200. */
export const waitUntilHealthy = async (urls: readonly string[], signal: AbortSignal): Promise<void> => {
  await Promise.all(
    urls.map(async (url) => {
      while (!(await answers(url))) await sleep(POLL_MS, undefined, { signal })
    }),
  )
}

/** Bare `node:http` without a kept connection: a health check must not be answered by a dying process. */
async function answers(url: string): Promise<boolean> {
  const get = url.startsWith('https:') ? (await import('node:https')).get : getPlain
  return new Promise((resolve) => {
    // Our own process on this machine: the certificate is for the name that people use.
    const options = { agent: false, timeout: ANSWER_MS, rejectUnauthorized: false }
    const request = get(url, options, (response) => {
      response.resume()
      resolve(response.statusCode === 200)
    })
    request.on('timeout', () => request.destroy())
    request.on('error', () => resolve(false))
  })
}
