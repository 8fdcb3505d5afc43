import type { SocketContext } from '../../../channel.ts'
import { createTeamchatClient } from '../client.ts'
import { readTeamchatSettings } from '../settings.ts'
import { startChecks } from './checks.ts'
import { createDeliveries } from './deliveries.ts'
import { createHistory } from './history.ts'
import { startLinks } from './links.ts'
import { createOpener } from './opener.ts'
import { createStatus } from './status.ts'

/** @throws if a token is missing or refused. */
export async function connectTeamchat(context: SocketContext): Promise<AsyncDisposable> {
  const { environment, clock, store, report } = context
  const { apiBase, appToken, botToken } = readTeamchatSettings(environment)
  if (!appToken || !botToken)
    throw new Error(
      `Slack (team chat) needs ${appToken ? 'TEAMCHAT_BOT_TOKEN' : 'TEAMCHAT_APP_TOKEN'}; set it in the Hub’s .env`,
    )
  const app = createTeamchatClient({ apiBase, token: appToken, variable: 'TEAMCHAT_APP_TOKEN', clock })
  const bot = createTeamchatClient({ apiBase, token: botToken, variable: 'TEAMCHAT_BOT_TOKEN', clock })
  const never = new AbortController().signal
  const [first, own] = await Promise.all([
    app.call('apps.connections.open', {}, never),
    bot.call('auth.test', {}, never),
  ])
  for (const called of [first, own])
    if (!called.ok && called.why === 'token') throw new Error(`Slack (team chat): ${called.reason}`)

  await using parts = new AsyncDisposableStack()
  const [lastReceivedAtMs, caughtUpAtMs] = await Promise.all([
    context.readLastReceived(),
    context.caughtUp.until(),
  ])
  const status = createStatus({ clock, lastReceivedAtMs, report })
  const deliveries = createDeliveries(store)
  const receive = (envelope: Parameters<typeof deliveries.storeEnvelope>[0]) => {
    status.recordReceived()
    return deliveries.storeEnvelope(envelope)
  }
  const checks = parts.use(
    startChecks({
      clock,
      history: createHistory({ client: bot, clock }),
      deliveries,
      status,
      lastReceivedAtMs,
      caughtUpAtMs,
      onCaughtUp: context.caughtUp.storeUntil,
      deliversSince: () => links.deliversSince(),
      onMissedMessages: () => links.reconnect(),
    }),
  )
  const links = parts.use(
    startLinks({
      clock,
      opener: createOpener({ client: app, clock, first, store: receive }),
      status,
      onConnected: () => checks.connected(),
    }),
  )
  return parts.move()
}
