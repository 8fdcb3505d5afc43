import type { Agent } from '#core/agent/turn/turn.ts'
import { explicitChat } from '#core/chats/scope.ts'
import type { DecidedCalls } from '#features/changes/decided-calls.ts'
import { createChannelCalls } from '#features/changes/channel-calls.ts'
import { changeLinks } from '#features/changes/link.ts'
import { callEvents } from '#features/changes/log-events.ts'
import { systemClock } from '#ground/base/clock.ts'
import type { Semaphore } from '#ground/base/slots.ts'
import { messagingEvents } from '#features/messaging/log-events.ts'
import { follow } from '#features/messaging/setup/following.ts'
import { chatFilesFor } from '#surfaces/bridge/completions/chat-files.ts'
import { readBuiltInToolConfig } from '../config/built-in-tools.ts'
import { writingToChats } from '../delivery.ts'
import type { Features } from './features.ts'
import type { Ground } from './ground.ts'

type MessagesGround = Pick<
  Ground,
  'settings' | 'data' | 'permissions' | 'reports' | 'usage' | 'hub' | 'chatapp' | 'clock'
>

export async function startMessages(
  { settings, data, permissions, reports, usage, hub, chatapp, clock }: MessagesGround,
  { roster, changes, channels }: Pick<Features, 'roster' | 'changes' | 'channels'>,
  {
    agent,
    turns,
    decidedCalls,
  }: { agent: Agent; turns: Semaphore; decidedCalls: Pick<DecidedCalls, 'start'> },
): Promise<AsyncDisposable & { hasChannels: boolean }> {
  const { environment, shared, bridge: config } = settings
  const { inboxes, chats, store, notifications } = data
  const { access, receipts } = permissions
  const { startMessaging } = await import('#features/messaging/open.ts')
  await using parts = new AsyncDisposableStack()
  const people = await roster()
  const open = () =>
    startMessaging({
      hub: hub.slug,
      inboxes,
      instance: shared.instance,
      environment: channels.current(),
      store,
      notifications,
      access,
      agent,
      turns,
      roster: people,
      allowedHosts: readBuiltInToolConfig(environment).allowedHosts,
      writeToChat: writingToChats({ store, clock, hub: hub.slug }),
      calls: createChannelCalls({ changes, hub: hub.slug, linkTo: changeLinks(shared.publicUrl) }),
      clock,
      log: reports.log,
      maxUploadBytes: config.maxUploadBytes,
      keptDays: config.messageDays,
      agentName: () => hub.agent().name,
      async hasAccount(email) {
        const found = await chatapp.accounts.findByEmail(email)
        if (!found.ok) throw new Error('the web chat cannot be queried for accounts')
        return found.value !== null && found.value.role !== 'pending'
      },
      receipts,
      budgetRefusalOf: ({ email }) => usage.budgets.check({ hub: hub.slug, email, task: null }),
      async openChat(id, caller) {
        const chat = await chats.open(explicitChat(id), caller)
        return { chat, files: chatFilesFor(chat, caller.surface, shared.publicUrl) }
      },
    })
  const messaging = parts.use(
    await follow({
      channels,
      open,
      clock: systemClock,
      onFailure: messagingEvents(reports.log).notConnected,
    }),
  )
  parts.use(
    decidedCalls.start({
      background: systemClock,
      async notify(call) {
        const { outcome } = call
        if (outcome === 'answered' || call.kind === 'question') return // only the web chat continues after an answer
        const connected = messaging.current()
        if (connected === null) throw new Error('the channels are being connected')
        await connected.notifyOfCall({ ...call, outcome })
      },
      onFailure: (error) => callEvents(reports.log).callsUnreadable({ reason: String(error) }),
    }),
  )
  const opened = parts.move()
  return { hasChannels: messaging.current()!.hasChannels, [Symbol.asyncDispose]: () => opened.disposeAsync() }
}
