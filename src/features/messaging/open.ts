import type { Inboxes } from '#core/inbox/inbox.ts'
import { CHANNEL_NAMES, CHANNELS, type ChannelName } from '#ground/hub/channels.ts'
import type { Environment } from '#ground/base/environment.ts'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import type { Log } from '#ground/base/log.ts'
import { isStoreUnavailable } from '#ground/store/errors.ts'
import type { Channel } from './channel.ts'
import { ownName } from './reply/conversations.ts'
import { messagingEvents } from './log-events.ts'
import { createMessageGate, type MessageGateDeps } from './roster/gate.ts'
import { messageHandles } from './message.ts'
import { startIntake } from './receive/intake.ts'
import type { WaitingCalls } from './calls/call.ts'
import { decidePress } from './calls/press.ts'
import { CHANNEL_KINDS } from './channels/kinds.ts'
import { chatSender, type WriteToChat } from './results/chat.ts'
import { webhookSender, type WebhookSettings } from './results/webhook.ts'
import { startMessageRetention } from './retention.ts'
import type { Roster } from './roster/roster.ts'
import { notifyOfCall, type DecidedCall } from './reply/confirmed-call-notice.ts'
import { startMessageWork, type MessagingWorkDeps } from './work.ts'

export interface MessagingDeps
  extends
    Pick<
      MessagingWorkDeps,
      | 'hub'
      | 'store'
      | 'agent'
      | 'turns'
      | 'receipts'
      | 'openChat'
      | 'maxUploadBytes'
      | 'agentName'
      | 'instance'
      | 'notifications'
    >,
    Pick<MessageGateDeps, 'access' | 'budgetRefusalOf'>,
    Pick<WebhookSettings, 'allowedHosts'> {
  inboxes: Inboxes
  environment: Environment
  roster: Pick<Roster, 'emailOf' | 'rows'>
  writeToChat: WriteToChat
  calls: WaitingCalls
  /** True if an approved account of the web chat has this e-mail. @throws if the web chat is unavailable. */
  hasAccount(email: string): Promise<boolean>
  /** Retention in days; 0 means unlimited. */
  keptDays: number
  clock: Clock
  log: Log
}

export interface Messaging extends AsyncDisposable {
  notifyOfCall(call: DecidedCall): Promise<void>
  readonly hasChannels: boolean
}

/** Dispose the returned object before the agent, because running answers use the agent. */
export async function startMessaging(deps: MessagingDeps): Promise<Messaging> {
  const { environment, roster } = deps
  // Delays use the real clock, because tests may move the Hub's time.
  const clock: Clock = { ...systemClock, now: deps.clock.now }
  const events = messagingEvents(deps.log)
  await using parts = new AsyncDisposableStack()
  const channels = new Map<ChannelName, Channel>()
  for (const name of CHANNEL_NAMES) {
    const kind = CHANNEL_KINDS[name]
    const missing = kind.missingToAnswer(environment)
    const receives = kind.missingVariables(environment).length === 0
    if (missing.length > 0 && !receives) continue
    if (missing.length > 0) events.answersLack({ channel: CHANNELS[name].option, missing })
    const channel = await kind.open({ environment, clock })
    if (channel) channels.set(name, parts.use(channel))
  }
  const personOf: MessagingWorkDeps['personOf'] = async (name, handles, signal) => {
    const person = roster.emailOf(name, handles)
    if (person) return person.email
    const email = (await channels.get(name)?.emailOf?.(handles[0]!, signal)) ?? null
    // An e-mail from the provider counts only if an account of the web chat has it.
    return email !== null && (await deps.hasAccount(email)) ? email : null
  }
  const gate = createMessageGate({ ...deps, clock })
  const work = parts.use(
    startMessageWork({
      ...deps,
      owner: ownName(),
      clock,
      channels,
      own: {
        chat: chatSender(deps.writeToChat),
        webhook: webhookSender({ environment, allowedHosts: deps.allowedHosts, clock }),
      },
      personOf,
      handleOf: async (name, email) =>
        (await handlesWrittenBy(deps, name, email)).find(
          (handle) => roster.emailOf(name, [handle])?.email === email,
        ) ??
        roster.rows().find((row) => row.email === email && (row.surface === name || row.surface === '*'))
          ?.handle ??
        null,
      gate,
      events,
    }),
  )
  for (const [name, channel] of channels) {
    if (CHANNEL_KINDS[name].missingVariables(environment).length > 0) continue
    parts.use(
      startIntake({
        ...deps,
        name,
        channel,
        clock,
        events,
        decidePress: (press, signal) =>
          decidePress({ ...deps, name, channel, clock, gate, personOf }, press, signal),
        onApplied: (applied) => work.handleApplied(name, applied),
      }),
    )
  }
  parts.use(
    startMessageRetention({
      ...deps,
      channels: channels.keys(),
      days: deps.keptDays,
      clock,
      onFailure: (error) => void (isStoreUnavailable(error) || events.retentionFailed({ error })),
    }),
  )
  const started = parts.move()
  return {
    notifyOfCall: (call) => notifyOfCall({ ...deps, channels }, call),
    hasChannels: channels.size > 0,
    [Symbol.asyncDispose]: () => started.disposeAsync(),
  }
}

async function handlesWrittenBy(
  { store, hub }: Pick<MessagingDeps, 'store' | 'hub'>,
  channel: ChannelName,
  email: string,
): Promise<readonly string[]> {
  const row = await store.db
    .selectFrom('messages')
    .select('handles')
    .where('hub', '=', hub)
    .where('email', '=', email)
    .where('channel', '=', channel)
    .orderBy('received_at_ms', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? [] : messageHandles(row)
}
