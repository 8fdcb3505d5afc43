import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { request as sendRequest } from '#ground/base/network/node-http.ts'
import { endpointPath } from '#ground/hub/endpoint-path.ts'
import { SELF_CHECK_HEADER } from '#core/inbox/endpoints/self-check.ts'
import type { Probe } from './kind.ts'

/** Local programs can send this header too, so it only suppresses a log line. The edge removes it. */
export const isSelfCheck = ({ headers }: Pick<IncomingMessage, 'headers'>): boolean =>
  headers[SELF_CHECK_HEADER] !== undefined

/** With the right secret, a method other than POST gets 405; without it, every method gets 403. */
export const createProbe = (name: string, headers: Probe['headers']): Probe => ({
  name,
  method: 'PUT',
  query: {},
  headers,
  answer: { status: 405, text: null },
})

export interface RefusedAddress {
  path: string
  reason: string
}

export async function refusedAddresses(
  receiverUrl: string,
  hubSlug: string,
  probes: readonly Probe[],
): Promise<RefusedAddress[]> {
  const results = await Promise.all(
    probes.map(async (probe) => {
      const path = endpointPath(hubSlug, probe.name)
      const reason = await problemOf(new URL(path, receiverUrl), probe)
      return reason === null ? [] : [{ path, reason }]
    }),
  )
  return results.flat()
}

const TIMEOUT_MS = 10_000

async function problemOf(url: URL, { method, query, headers, body, answer }: Probe): Promise<string | null> {
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  try {
    const received = await send(url, { method, headers: { ...headers, [SELF_CHECK_HEADER]: '1' }, body })
    const isRight = received.status === answer.status && (answer.text ?? received.text) === received.text
    return isRight ? null : `it answers ${received.status} to its own secret`
  } catch (error) {
    return `it does not answer (${error instanceof Error ? error.message : String(error)})`
  }
}

const send = (
  url: URL,
  {
    method,
    headers,
    body,
  }: { method: string; headers: Readonly<Record<string, string>>; body: string | undefined },
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    // Without an HTTP agent: its keep-alive connection would delay the receiver's shutdown.
    const sent = sendRequest(url, { method, headers, agent: false, signal }, (response) => {
      text(response).then((body) => resolve({ status: response.statusCode ?? 0, text: body }), reject)
    })
    sent.on('error', reject)
    sent.end(body)
  })
