import { backoffMs } from '#ground/base/backoff.ts'
import { secretProblem } from '#core/inbox/endpoints/secret.ts'
import { variableOf, type Environment } from '#ground/base/environment.ts'
import type { OutgoingMessage, SendOutcome, ChannelSender } from '../channel.ts'
import { webhookInConversation } from './names.ts'
import { MAX_RETRY_DELAY_MS, postSigned, schemeProblem, type PostDeps } from './post-signed.ts'

export interface WebhookSettings extends Pick<PostDeps, 'allowedHosts'> {
  environment: Environment
}

export interface ResultWebhookDeps extends WebhookSettings, PostDeps {}

export function webhookProblem(
  { environment, allowedHosts }: WebhookSettings,
  { url, secret }: { url: string; secret: string },
): string | null {
  const value = variableOf(environment, secret)
  if (!value) return `the variable ${secret} is not set; put it into the Hub’s .env and start the Hub again`
  if (!value.startsWith('whsec_') || secretProblem('standard', value) !== null)
    return `the variable ${secret}: expected whsec_ and base64, such as whsec_$(openssl rand -base64 32)`
  return schemeProblem({ allowedHosts }, new URL(url))
}

/** Posts results to a webhook, signed according to Standard Webhooks. Receivers detect duplicates by the id. */
export const webhookSender = (deps: ResultWebhookDeps): ChannelSender => ({
  inAnyOrder: true,
  send: (message, signal) => post(deps, message, signal),
  reconcile: async () => ({ sent: false }),
})

async function post(
  deps: ResultWebhookDeps,
  message: OutgoingMessage,
  signal: AbortSignal,
): Promise<SendOutcome> {
  const target = webhookInConversation(message.to.conversation)
  const problem = webhookProblem(deps, target)
  if (problem !== null) return { outcome: 'failed', reason: problem }
  const id = `msg_${message.id}`
  const secret = variableOf(deps.environment, target.secret)!
  const posted = await postSigned(deps, { url: target.url, secret, id, body: message.text }, signal)
  if (posted.outcome === 'sent') return { outcome: 'sent', id, isDelivered: true }
  if (posted.outcome !== 'later') return { outcome: posted.outcome, reason: posted.reason }
  const afterMs = Math.min(
    Math.max(pauseAfter(message.attempt ?? 1), posted.retryAfterMs ?? 0),
    MAX_RETRY_DELAY_MS,
  )
  return { outcome: 'later', afterMs, reason: posted.reason, of: 'conversation' }
}

const FIRST_PAUSE_MS = 1000

/** The pauses of all attempts add up to about a day. */
export const pauseAfter = (attempt: number): number =>
  backoffMs(attempt, { firstMs: FIRST_PAUSE_MS, maxMs: MAX_RETRY_DELAY_MS, factor: 3 })
