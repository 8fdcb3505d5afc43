import type { Client } from '../chatapp/client.ts'

export async function publish(
  { url, token, fetch }: Client,
  body: Uint8Array<ArrayBuffer> | string,
): Promise<Response> {
  return fetch('/portal/artifacts/api/upload?hub=garden-team&filename=plan.bin', {
    method: 'POST',
    headers: { origin: url, cookie: `token=${token}` },
    body,
  })
}

export const contentOf = async ({ token, fetch }: Client, id: string): Promise<Response> =>
  fetch(`/portal/artifacts/${id}/content`, { headers: { cookie: `token=${token}` } })
