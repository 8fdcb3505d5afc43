import type { ConnectionProvider, StoredConnection } from '#ground/identity/chatapp-client/connections.ts'
import { hasKeptConnection, isGood, missingScopes, type Journey } from './journey.ts'
import type { ConnectionView, JourneyStatus, JourneyView } from './schema.ts'

const time = (ms: number): string => new Date(ms).toISOString()

export const journeyStatus = (journey: Journey, withheld: readonly string[]): JourneyStatus => {
  const { id, provider, state, endedAt } = journey
  return {
    id,
    provider,
    state,
    connected_at: state === 'connected' && endedAt !== null ? time(endedAt) : null,
    detail: detailOf(journey, withheld),
    ...(withheld.length > 0 && { missing_scopes: [...withheld] }),
    ...(hasKeptConnection(journey) && { kept: true as const }),
  }
}

function detailOf(journey: Journey, withheld: readonly string[]): string | null {
  const { state, name } = journey
  if (withheld.length > 0) return `${name} did not grant ${withheld.join(' ')}.`
  if (hasKeptConnection(journey))
    return `Your ${name} connection stays as it was: the request was refused there, or ${name} could not be reached.`
  return DETAILS[state]?.(name) ?? null
}

const DETAILS: Readonly<Partial<Record<Journey['state'], (name: string) => string>>> = {
  failed: (name) =>
    `No ${name} account was connected: it was refused there, or ${name} could not be reached.`,
  cancelled: () => 'You chose not to connect.',
  expired: () => 'The link was valid for 30 minutes.',
}

export const journeyView = (
  journey: Journey,
  {
    hubName,
    requested: asked,
    withheld,
    authorize,
  }: {
    hubName: string | null
    requested: readonly string[]
    withheld: readonly string[]
    authorize: string
  },
): JourneyView => ({
  ...journeyStatus(journey, withheld),
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

const lacking = (requested: readonly string[], stored: StoredConnection | undefined): string[] =>
  stored?.state === 'scope_missing' ? missingScopes(requested, stored.scopes) : []
