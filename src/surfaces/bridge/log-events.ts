import type { Log } from '#ground/base/log.ts'
import type { HubProblem } from '#ground/hub/hub.ts'
import type { FolderNews } from '#ground/hub/reloaded.ts'

interface TurnFacts {
  requestId: string
  chatId: string
  surface: string
  ms: number
}

/** Events never contain text of a chat, a key or a link. */
export const bridgeEvents = (log: Log) => ({
  listening: (e: { url: string; hub: string }) =>
    log.info({ event: 'bridge.listening', ...e }, 'bridge listening'),
  hubProblem: (e: HubProblem) => log.warn({ event: 'hub.problem', ...e }, 'problem in the Hub folder'),
  folderNews: {
    fixed: (file) => log.info({ event: 'hub.mended', file }, 'mended'),
    reloaded: (file) => log.info({ event: 'hub.reloaded', file }, 'reloaded'),
  } satisfies FolderNews,
  usageFailed: (error: unknown) =>
    log.error({ event: 'usage.failed', err: error }, 'failed to write usage; will retry'),
  usageUnreadable: (e: { path: string }) =>
    log.warn({ event: 'usage.unreadable', ...e }, 'ignored a foreign usage file'),
  inboxUnwatched: (error: unknown) =>
    log.warn(
      { event: 'inbox.unwatched', err: error },
      'failed to watch the inbox; the Console shows new events later',
    ),
  servingNotNoted: (e: { reason: string }) =>
    log.warn(
      { event: 'bridge.serving_not_noted', ...e },
      'failed to record where this Hub is served; will retry',
    ),
  ...webChatEvents(log),
  commandsRefused: (e: { reason: string; fix: string }) =>
    log.error({ event: 'commands.refused', ...e }, 'run_command cannot run on this machine'),
  commandsUnbounded: (e: { what: string }) =>
    log.warn({ event: 'commands.unbounded', ...e }, 'run_command runs without one of its limits'),
  hubCardFailed: (error: unknown) =>
    log.error({ event: 'hub.card_failed', err: error }, 'failed to store the Hub’s card for the Console'),
  mcpConnectionNotNoted: (error: unknown) =>
    log.warn(
      { event: 'mcp.connection_not_noted', err: error },
      'failed to record a use of MCP for the Console',
    ),
  completionFinished: (e: TurnFacts & { outcome: string; inputTokens: number; outputTokens: number }) =>
    log.info({ event: 'completion.finished', ...e }, 'completion finished'),
  completionFailed: (e: TurnFacts & { code: string | null; error: unknown }) =>
    log.warn({ event: 'completion.failed', ...withCause(e) }, 'completion failed'),
  completionAborted: (e: TurnFacts) =>
    log.info({ event: 'completion.aborted', ...e }, 'client disconnected, completion cancelled'),
  taskAnswered: (e: { requestId: string; task: string }) =>
    log.debug({ event: 'task.answered', ...e }, 'answered a background task of the web chat'),
  historyFailed: (e: { requestId: string; chatId: string; error: unknown }) =>
    log.error({ event: 'history.failed', ...withCause(e) }, 'failed to add a turn to the history'),
  responseRetentionFailed: (error: unknown) =>
    log.error(
      { event: 'responses.retention_failed', err: error },
      'failed to remove stored responses past their retention; will retry in an hour',
    ),
  uploadStored: (e: { requestId: string; chatId: string; size: number }) =>
    log.info({ event: 'upload.stored', ...e }, 'upload stored'),
  accessRefused: (e: { requestId: string; surface: string; reason: string }) =>
    log.info({ event: 'access.refused', ...e }, 'access refused'),
  accessUnchecked: (e: { requestId: string; error: unknown }) =>
    log.error({ event: 'access.unchecked', ...withCause(e) }, 'failed to check access'),
  budgetCrossed: (e: {
    hub: string
    scope: string
    period: string
    unit: string
    percent: number
    used: number
    limit: number
  }) => log.warn({ event: 'budget.crossed', ...e }, `${e.percent} % of a budget is used`),
  budgetRefused: (e: { requestId: string; surface: string }) =>
    log.info({ event: 'budget.refused', ...e }, 'refused a turn because a budget is used up'),
  budgetUnchecked: (e: { requestId: string; error: unknown }) =>
    log.error({ event: 'budget.unchecked', ...withCause(e) }, 'failed to check budgets'),
  turnRefused: (e: { requestId: string; surface: string }) =>
    log.warn({ event: 'turn.refused', ...e }, 'refused a turn above the limit of concurrent turns'),
  accessWithdrawn: (e: { requestId: string; surface: string }) =>
    log.info({ event: 'access.withdrawn', ...e }, 'access was lost during an answer'),
  bootstrapped: (e: { requestId: string }) =>
    log.info({ event: 'access.bootstrapped', ...e }, 'first organization administrator created'),
  requestRefused: (e: { requestId: string; route: string; status: number }) =>
    log.info({ event: 'request.refused', ...e }, 'request refused'),
  requestFailed: (e: { requestId: string; route: string; error: unknown }) =>
    log.error({ event: 'request.failed', ...withCause(e) }, 'request failed'),
})

export type BridgeEvents = ReturnType<typeof bridgeEvents>

const withCause = <E extends { error: unknown }>({ error, ...fields }: E) => ({ ...fields, err: error })

const webChatEvents = (log: Log) => ({
  webChatConnected: () => log.info({ event: 'web_chat.connected' }, 'connected Open WebUI with this Hub'),
  webChatNotConnected: (e: { reason: string }) =>
    log.warn(
      { event: 'web_chat.not_connected', ...e },
      'failed to connect Open WebUI with this Hub; will retry',
    ),
  webChatFilesUnread: (e: { reason: string }) =>
    log.warn({ event: 'web_chat.files_unread', ...e }, 'failed to read attached files from Open WebUI'),
})
