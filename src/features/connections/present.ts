import type { ConnectionProvider, StoredConnection } from '#ground/identity/chatapp-client/connections.ts'
import { isGood, type Journey } from './journey.ts'
import type { ConnectionView, JourneyStatus, JourneyView } from './schema.ts'

const time = (ms: number): string => new Date(ms).toISOString()

export const journeyStatus = ({ id, provider, state, endedAt, name }: Journey): JourneyStatus => ({
  id,
  provider,
  state,
  connected_at: state === 'connected' && endedAt !== null ? time(endedAt) : null,
  detail: DETAILS[state]?.(name) ?? null,
})

const DETAILS: Readonly<Partial<Record<Journey['state'], (name: string) => string>>> = {
  failed: (name) =>
    `No ${name} account was connected: it was refused there, or ${name} could not be reached.`,
  cancelled: () => 'You chose not to connect.',
  expired: () => 'The link was good for 30 minutes.',
}

/** @param asked Scopes that the provider will be asked for. */
export const journeyView = (
  journey: Journey,
  { hubName, asked, authorize }: { hubName: string | null; asked: readonly string[]; authorize: string },
): JourneyView => ({
  ...journeyStatus(journey),
  name: journey.name,
  hub: journey.hub === null ? null : { slug: journey.hub, name: hubName ?? journey.hub },
  tool: journey.tool,
  lack: journey.lack,
  scopes: [...new Set([...asked, ...journey.scopes])],
  created_at: time(journey.createdAt),
  expires_at: time(journey.expiresAt),
  return_to: journey.chatId === null ? '/' : `/c/${journey.chatId}`,
  authorize,
})

export const connectionView = (
  { id, name, description, scopes: asked }: ConnectionProvider,
  stored: StoredConnection | undefined,
  { used, unmet }: { used: ConnectionView['used']; unmet: readonly string[] },
): ConnectionView => ({
  provider: id,
  name,
  description,
  state: stored && isGood(stored.state) && unmet.length > 0 ? 'scope_missing' : (stored?.state ?? 'none'),
  scopes: [...(stored ? stored.scopes : asked)],
  missing_scopes: [...new Set([...lacking(asked, stored), ...unmet])],
  connected_at: stored ? time(stored.createdAt * 1000) : null,
  used,
})

/** Scopes that an administrator entered since the account was connected. */
const lacking = (asked: readonly string[], stored: StoredConnection | undefined): string[] =>
  stored?.state === 'scope_missing' ? asked.filter((scope) => !stored.scopes.includes(scope)) : []
