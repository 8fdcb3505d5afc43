import type { Log } from '#ground/base/log.ts'

/** Accounts are identified by id. Bodies, tokens and keys are never logged. */
export const chatappEvents = (log: Log) => ({
  ...accountEvents(log),
  ...connectionEvents(log),
  ...turnEvents(log),
  ...shareEvents(log),
})

export type ChatappEvents = ReturnType<typeof chatappEvents>

const accountEvents = (log: Log) => ({
  signedUp: (e: { account: string; role: string }) =>
    log.info({ event: 'account.signed_up', ...e }, 'account signed up'),
  accountAdded: (e: { account: string; role: string; by: string }) =>
    log.info({ event: 'account.added', ...e }, 'account added'),
  passwordReset: (e: { account: string }) =>
    log.info({ event: 'account.password_reset', ...e }, 'password reset with the link of a mail'),
  accountChanged: (e: { account: string; by: string; fields: string }) =>
    log.info({ event: 'account.changed', ...e }, 'account changed'),
  accountDeleted: (e: { account: string; by: string }) =>
    log.info({ event: 'account.deleted', ...e }, 'account deleted'),
  groupCreated: (e: { group: string; by: string }) =>
    log.info({ event: 'group.created', ...e }, 'group created'),
  groupChanged: (e: { group: string; by: string; change: string }) =>
    log.info({ event: 'group.changed', ...e }, 'group changed'),
  groupDeleted: (e: { group: string; by: string }) =>
    log.info({ event: 'group.deleted', ...e }, 'group deleted'),
  signedIn: (e: { account: string }) => log.info({ event: 'session.signed_in', ...e }, 'signed in'),
  sessionsEnded: (e: { account: string; by: string; count: number }) =>
    log.info({ event: 'session.ended', ...e }, 'sessions ended'),
  factorChanged: (e: { account: string; by: string; change: 'on' | 'off' | 'reset' }) =>
    log.info({ event: 'factor.changed', ...e }, 'second factor changed'),
  passkeyChanged: (e: { account: string; by: string; change: 'added' | 'removed' }) =>
    log.info({ event: 'passkey.changed', ...e }, 'passkey changed'),
  passkeyRefused: (e: { account: string; fault: string }) =>
    log.warn({ event: 'passkey.refused', ...e }, 'failed to add a passkey'),
  signInRefused: (e: {
    reason: 'wrong_credentials' | 'wrong_code' | 'wrong_passkey' | 'blocked' | 'rate_limited'
    address: string
    fault?: string
  }) => log.warn({ event: 'session.sign_in_refused', ...e }, 'sign-in refused'),
  openIdRefused: (e: { provider: string; reason: string; address: string }) =>
    log.warn({ event: 'session.provider_refused', ...e }, 'sign-in at an identity provider refused'),
  providerLoggedOut: (e: { provider: string; channel: 'back' | 'front'; count: number }) =>
    log.info({ event: 'session.provider_logged_out', ...e }, 'sessions ended by an identity provider'),
  providerLogoutRefused: (e: { provider: string; reason: string; address: string }) =>
    log.warn(
      { event: 'session.provider_logout_refused', ...e },
      'refused a sign-out request of an identity provider',
    ),
  identityLinked: (e: { account: string; provider: string; wasProven: boolean }) =>
    log.info({ event: 'account.identity_linked', ...e }, 'account linked with an identity provider'),
  identityReleased: (e: { account: string; by: string; issuer: string }) =>
    log.info({ event: 'account.identity_released', ...e }, 'unlinked an account from an identity provider'),
  profileFollowed: (e: { account: string; provider: string; fields: string }) =>
    log.info({ event: 'account.profile_followed', ...e }, 'updated name or e-mail from an identity provider'),
  claimsFollowed: (e: { account: string; provider: string; role: string; groups: number | null }) =>
    log.info({ event: 'account.claims_followed', ...e }, 'updated role and groups from an identity provider'),
  keyCreated: (e: { account: string; key: string }) =>
    log.info({ event: 'key.created', ...e }, 'API key created'),
  keyRevoked: (e: { account: string; key: string }) =>
    log.info({ event: 'key.revoked', ...e }, 'API key revoked'),
  settingsChanged: (e: { by: string; keys: string }) =>
    log.info({ event: 'settings.changed', ...e }, 'settings changed'),
})

const connectionEvents = (log: Log) => ({
  connectionUnreachable: (e: { connection: string; reason: string }) =>
    log.warn({ event: 'connection.unreachable', ...e }, 'model connection unreachable'),
  providerChanged: (e: { provider: string; by: string; change: 'saved' | 'removed' }) =>
    log.info({ event: 'provider.changed', ...e }, 'provider of connections changed'),
  connectionMade: (e: { account: string; provider: string }) =>
    log.info({ event: 'outside_connection.made', ...e }, 'external account connected'),
  connectionRefused: (e: { account: string; provider: string; reason: string }) =>
    log.warn({ event: 'outside_connection.refused', ...e }, 'failed to connect an external account'),
  clientDocumentRefused: (e: { provider: string; document: string; reason: string }) =>
    log.warn(
      { event: 'outside_connection.document_refused', ...e },
      'provider refused the client ID metadata document',
    ),
  connectionEnded: (e: { account: string; provider: string; revoked: string }) =>
    log.info({ event: 'outside_connection.ended', ...e }, 'external account disconnected'),
  connectionRefreshed: (e: { account: string; provider: string }) =>
    log.info({ event: 'outside_connection.refreshed', ...e }, 'refreshed the tokens of an external account'),
  connectionRevoked: (e: { account: string; provider: string }) =>
    log.warn(
      { event: 'outside_connection.revoked', ...e },
      'provider ended the connection of an external account',
    ),
  connectionNotRefreshed: (e: { account: string; provider: string; reason: string }) =>
    log.warn(
      { event: 'outside_connection.not_refreshed', ...e },
      'failed to refresh the tokens of an external account',
    ),
  connectionNotRevoked: (e: { account: string; provider: string; reason: string }) =>
    log.warn(
      { event: 'outside_connection.not_revoked', ...e },
      'failed to revoke the tokens of an external account at its provider',
    ),
})

const shareEvents = (log: Log) => ({
  shareChanged: (e: { share: string; chat: string; change: 'made' | 'changed' | 'ended' }) =>
    log.info({ event: 'share.changed', ...e }, 'sharing of a chat changed'),
  shareOpened: (e: { share: string; chat: string; account: string }) =>
    log.info({ event: 'share.opened', ...e }, 'shared chat opened by a new reader'),
})

const turnEvents = (log: Log) => ({
  turnStarted: (e: { chat: string; message: string; model: string }) =>
    log.info({ event: 'turn.started', ...e }, 'turn started'),
  turnFinished: (e: { chat: string; message: string; state: string; code: string | null; ms: number }) =>
    log.info({ event: 'turn.finished', ...e }, 'turn finished'),
  modelAdapted: (e: { model: string; status: number; what: string }) =>
    log.warn({ event: 'model.adapted', ...e }, 'left out a part of a request that the model refused'),
  turnRequestFailed: (e: { chat: string; message: string; error: Error }) =>
    log.error(
      { event: 'turn.not_asked', chat: e.chat, message: e.message, reason: e.error.message },
      'failed to prepare the request of a turn',
    ),
  turnNotSaved: (e: { chat: string; message: string; error: Error }) =>
    log.error(
      { event: 'turn.not_saved', chat: e.chat, message: e.message, reason: e.error.message },
      'failed to save a turn',
    ),
  titleNotSaved: (e: { chat: string; error: Error }) =>
    log.error(
      { event: 'title.not_saved', chat: e.chat, reason: e.error.message },
      'failed to save the title of a chat',
    ),
  answerWrittenToFile: (e: { chat: string; message: string }) =>
    log.warn({ event: 'answer.kept', ...e }, 'kept an answer on disk until the database accepts it'),
  answerNotWritten: (e: { chat: string; message: string; error: Error }) =>
    log.error(
      { event: 'answer.not_kept', chat: e.chat, message: e.message, reason: e.error.message },
      'failed to keep an answer on disk; it is lost if the web chat stops before the database accepts it',
    ),
  answerSaved: (e: { chat: string; message: string; wasRunning: boolean }) =>
    log.info(
      { event: 'answer.saved', chat: e.chat, message: e.message, changed: e.wasRunning },
      e.wasRunning
        ? 'saved an answer that was kept on disk'
        : 'removed an answer kept on disk, because its message is saved or deleted',
    ),
  unsavedUnreadable: (e: { path: string }) =>
    log.warn({ event: 'answer.unreadable', ...e }, 'ignored a foreign file among the answers kept on disk'),
  turnsInterrupted: (e: { count: number }) =>
    log.warn({ event: 'turn.interrupted', ...e }, 'marked abandoned turns as interrupted'),
  turnsNotWatched: (e: { error: unknown }) =>
    log.warn({ event: 'turn.not_watched', err: e.error }, 'failed to check for turns of dead instances'),
  instanceHeartbeatFailed: (error: unknown) =>
    log.warn({ event: 'machine.not_heard', err: error }, 'failed to record the heartbeat of this instance'),
  subscriberDropped: (e: { chat: string; bufferedBytes: number }) =>
    log.warn({ event: 'turn.subscriber_dropped', ...e }, 'disconnected a slow reader of a turn'),
  fileStored: (e: { file: string; account: string; size: number }) =>
    log.info({ event: 'file.stored', ...e }, 'file stored'),
  filesNotSwept: (e: { error: unknown }) =>
    log.warn({ event: 'file.not_swept', err: e.error }, 'failed to search for unreferenced files'),
  chatsNotIndexed: (e: { error: unknown }) =>
    log.warn(
      { event: 'chat.not_indexed', err: e.error },
      'failed to index older chats for search; will retry',
    ),
  scheduledRunStarted: (e: { schedule: string; run: string; chat: string }) =>
    log.info({ event: 'schedule.started', ...e }, 'sent a scheduled prompt'),
  scheduledRunRefused: (e: { schedule: string; run: string; reason: string }) =>
    log.warn({ event: 'schedule.refused', ...e }, 'refused a scheduled prompt'),
  scheduledRunFailed: ({ error, ...e }: { schedule: string; run: string; error: unknown }) =>
    log.error({ event: 'schedule.failed', ...e, err: error }, 'failed to send a scheduled prompt'),
  schedulesNotChecked: ({ error }: { error: unknown }) =>
    log.error({ event: 'schedule.not_checked', err: error }, 'failed to check scheduled prompts; will retry'),
  chatsNotRemoved: (e: { error: unknown }) =>
    log.warn({ event: 'chat.not_removed', err: e.error }, 'failed to remove deleted chats; will retry'),
  requestFailed: (e: { method: string; route: string; error: Error }) =>
    log.error(
      {
        event: 'request.failed',
        method: e.method,
        route: e.route,
        reason: e.error.message,
        stack: e.error.stack,
      },
      'request failed',
    ),
})
