import { readStanding } from '#core/access/standing.ts'
import { createMailCarrier } from '#features/attention/notices/carriers/mail.ts'
import { createChannelCarrier } from '#features/attention/notices/carriers/channel.ts'
import { createWebhookCarrier } from '#features/attention/notices/carriers/webhook.ts'
import { startNotices } from '#features/attention/notices/start.ts'
import { recordPauses } from '#features/attention/notices/record-way.ts'
import type { WaysDeps } from '#features/attention/notices/ways.ts'
import { hasAttention, readAttention, type AttentionReadDeps } from '#features/attention/read.ts'
import type { AttentionReader } from '#features/attention/reader.ts'
import { attentionEvents } from '#features/attention/log-events.ts'
import { createPersonalNotices } from '#features/messaging/results/personal-notice.ts'
import { postSigned } from '#features/messaging/results/post-signed.ts'
import type { MailServer } from '#core/mail/send-mail.ts'
import type { AllowedHost } from '#core/agent/tools/fetch-url/target.ts'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { Store } from '#ground/store/store.ts'
import type { Log } from '#ground/base/log.ts'
import { addressProblemBy } from './address-problem.ts'
import { createRateLimit } from '#ground/base/rate-limit.ts'
import { createSealer } from '#ground/base/sealing.ts'

export interface NoticeSettings {
  publicUrl: string
  /** Seals the secrets of webhooks. */
  secret: string
  mailServer(this: void): Promise<MailServer | null>
  allowedHosts: readonly AllowedHost[]
}

interface NoticeData {
  store: Store
  clock: Clock
  accessChanges: Pick<AccessChanges, 'append'>
  chatapp: Pick<ChatappClient, 'accounts'>
}

export interface OpenNotices extends AsyncDisposable {
  readonly ways: WaysDeps
}

const TESTS = { attempts: 10, windowSeconds: 60 }

export function openNotices(
  { store, clock, accessChanges, chatapp }: NoticeData,
  {
    settings: { publicUrl, secret, mailServer, allowedHosts },
    attention,
    hubNames,
    log,
  }: {
    settings: NoticeSettings
    attention: AttentionReadDeps
    hubNames: WaysDeps['hubNames']
    log: Log
  },
): OpenNotices {
  const events = attentionEvents(log)
  const outbox = createPersonalNotices(store)
  const sealer = createSealer(secret, 'webhooks of notices')
  const carriers = {
    mail: createMailCarrier(mailServer),
    webhook: createWebhookCarrier({
      sealer,
      post: (post, signal) => postSigned({ allowedHosts, clock }, post, signal),
    }),
    ...createChannelCarrier({ outbox, clock }),
  }
  const common = { store, clock, publicUrl, carriers, hubNames }
  const standingOf = async ({ email, accountId }: { email: string; accountId: string }) => {
    const { isOrganizationAdmin, manages } = await readStanding(store, email, clock.now())
    const reader: AttentionReader = { email, userId: accountId, isOrganizationAdmin, manages }
    return hasAttention(reader) ? reader : null
  }
  const sending = startNotices({
    ...common,
    ...recordPauses({ clock, accessChanges }),
    attention,
    standingOf,
    async readerOf(email) {
      const found = await chatapp.accounts.findByEmail(email)
      if (!found.ok) throw new Error(`failed to query the web chat for an account: ${found.refusal.code}`)
      const account = found.value
      return account === null || account.role === 'pending'
        ? null
        : standingOf({ email, accountId: account.id })
    },
    itemsOf: (reader) => readAttention(attention, reader),
    onTrouble: events.noticeTrouble,
    onFailure: (error) => events.noticesFailed({ error }),
  })
  return {
    ways: {
      ...common,
      accessChanges,
      sealer,
      outbox,
      hasMail: async () => (await mailServer()) !== null,
      addressProblem: addressProblemBy(allowedHosts),
      tests: createRateLimit({ ...TESTS, clock }),
    },
    [Symbol.asyncDispose]: () => sending[Symbol.asyncDispose](),
  }
}
