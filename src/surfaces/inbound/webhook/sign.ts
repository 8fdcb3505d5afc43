import { createHmac } from 'node:crypto'
import type { VerificationMode } from '#core/inbox/endpoints/secret.ts'

/** Headers by which a sender proves who it is, and its id of the delivery: the other side of `verification`. */
export function signedHeaders(
  { mode, secret }: { mode: VerificationMode; secret: string },
  { id, body, nowMs }: { id: string; body: string; nowMs: number },
): Record<string, string> {
  if (mode === 'secret') return { 'x-delivery-id': id, 'x-webhook-secret': secret }
  if (mode === 'hmac') {
    const signature = createHmac('sha256', secret).update(body).digest('hex')
    return { 'x-delivery-id': id, 'x-signature-256': `sha256=${signature}` }
  }
  const timestamp = String(Math.floor(nowMs / 1000))
  const key = secret.startsWith('whsec_')
    ? Buffer.from(secret.slice('whsec_'.length), 'base64')
    : Buffer.from(secret)
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` }
}
