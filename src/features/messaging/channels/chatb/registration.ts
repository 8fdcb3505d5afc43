import { z } from 'zod'
import type { Clock } from '#ground/base/clock.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { createApi, type ChatBResult } from './api.ts'
import { UPDATE_KINDS } from './updates.ts'
import type { BotAccount } from './variables.ts'

export interface RegisteredWebhook {
  address: string | null
  pending: number
  lastError: { atMs: number; message: string } | null
}

export interface WebhookRegistration {
  register(to: {
    address: string
    secret: string
    dropPending: boolean
  }): Promise<Result<RegisteredWebhook, string>>
  remove(options: { dropPending: boolean }): Promise<Result<RegisteredWebhook, string>>
  look(): Promise<Result<RegisteredWebhook, string>>
}

export function openRegistration(
  account: BotAccount,
  clock: Pick<Clock, 'now' | 'sleep'>,
): WebhookRegistration {
  const api = createApi(account, clock)
  const look = async () => registeredIn(await api.call('getWebhookInfo', {}))
  const change = async (method: string, parameters: object) => {
    const exchange = await api.call(method, parameters)
    return exchange.happened === 'done' ? look() : refused(whyNot(exchange))
  }
  return {
    look,
    async register({ address, secret, dropPending }) {
      const misfit = misfitOf(address, secret)
      if (misfit !== null) return refused(misfit)
      return change('setWebhook', {
        url: address,
        secret_token: secret,
        allowed_updates: UPDATE_KINDS,
        drop_pending_updates: dropPending,
      })
    },
    remove: ({ dropPending }) => change('deleteWebhook', { drop_pending_updates: dropPending }),
  }
}

/** Ports to which the provider posts. The empty port means 443. */
const PORTS: ReadonlySet<string> = new Set(['', '80', '88', '8443'])

/** Source: Bot API, "setWebhook". */
function misfitOf(address: string, secret: string): string | null {
  const { protocol, port } = new URL(address)
  if (protocol !== 'https:')
    return 'Telegram (chat-b) posts to https addresses only: set SVC_PUBLIC_URL to the https address under which the Hub is reached from outside'
  if (!PORTS.has(port))
    return `Telegram (chat-b) posts to the ports 443, 80, 88 and 8443 only, not to ${port}: set SVC_PUBLIC_URL to an address with one of them`
  return secretProblem(secret)
}

export const secretProblem = (secret: string): string | null =>
  /^[\w-]{1,256}$/.test(secret)
    ? null
    : 'Telegram (chat-b) accepts 1 to 256 letters (A–Z, a–z), digits, _ and - as a secret: set another CHATB_WEBHOOK_SECRET'

const Info = z.object({
  url: z.string().default(''),
  pending_update_count: z.number().default(0),
  last_error_date: z.number().optional(),
  last_error_message: z.string().optional(),
})

function registeredIn(exchange: ChatBResult): Result<RegisteredWebhook, string> {
  if (exchange.happened !== 'done') return refused(whyNot(exchange))
  const info = Info.safeParse(exchange.result).data
  if (!info) return refused('the provider sent an unexpected answer')
  const { url, pending_update_count: pending, last_error_date: at, last_error_message: message = '' } = info
  const lastError = at === undefined ? null : { atMs: at * 1000, message }
  return accepted({ address: url || null, pending, lastError })
}

export function whyNot(exchange: Exclude<ChatBResult, { happened: 'done' }>): string {
  if (exchange.happened !== 'refused') return exchange.reason
  const { code, description } = exchange
  return code === 401 || code === 404
    ? `the provider does not know the bot: set CHATB_BOT_TOKEN to the token from Telegram (${code} ${description})`
    : `the provider answered: ${code} ${description}`
}
