import { ConnectionNeeded, type ConnectionLack } from '#core/agent/tools/connection-needed.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { ProviderUser } from './providers.ts'
import { hasAgreed } from './journey.ts'
import type { Journeys } from './journeys.ts'
import type { ConnectionLinks } from './link.ts'

export interface Need {
  caller: Caller & { email: string }
  person: Pick<ProviderUser, 'userId'>
  provider: { id: string; name: string }
  lack: ConnectionLack
  tool: string
  chatId: string | null
  scopes: readonly string[]
}

export interface NeededDeps {
  hub: string
  /** Null if connection pages are disabled. */
  journeys: Pick<Journeys, 'ask' | 'newest'> | null
  links: ConnectionLinks
}

const UNATTENDED_SURFACES: ReadonlySet<string> = new Set(['webhook', 'schedule'])

export async function connectionNeeded(
  { hub, journeys, links }: NeededDeps,
  { caller, person, provider, lack, tool, chatId, scopes }: Need,
): Promise<ConnectionNeeded> {
  const why = `${tool} can’t go on: ${LACKS[lack](provider.name, scopes)}.`
  if (!journeys)
    return new ConnectionNeeded(`${why} Ask the person to connect it in the web chat’s settings.`, {
      lack,
      offer: null,
    })
  const wanted = {
    hub,
    email: caller.email,
    userId: person.userId,
    provider: provider.id,
    name: provider.name,
    tool,
    lack,
    scopes,
    chatId: findCallerChat(caller, chatId),
  }
  if (lack === 'scope_missing' && hasAgreed(await journeys.newest(caller.email), wanted))
    return new ConnectionNeeded(
      `${why} The person agreed to that when they last connected it, and ${provider.name} did not grant it. Do not ask them again: they can find out at ${provider.name} why, and connect it once more at ${links.all}.`,
      { lack, offer: null },
    )
  if (UNATTENDED_SURFACES.has(caller.surface)) {
    if (scopes.length > 0) await journeys.ask(wanted)
    return new ConnectionNeeded(`${why} The person connects it at ${links.all}.`, { lack, offer: null })
  }
  const { id } = await journeys.ask(wanted)
  return new ConnectionNeeded(
    `${why} Ask the person to connect it at ${links.journey(id)} and to say so when they have. Then call ${tool} again.`,
    { lack, offer: { provider: provider.id, name: provider.name, journey: id } },
  )
}

/** Null if the chat has no page in the web chat. */
export const findCallerChat = ({ surface }: Caller, chatId: string | null): string | null =>
  surface === 'chatapp' && chatId !== null && /^[0-9a-f-]{36}$/.test(chatId) ? chatId : null

const LACKS: Readonly<Record<ConnectionLack, (name: string, scopes: readonly string[]) => string>> = {
  missing: (name) => `it works with the person’s own ${name} account, and they have not connected one`,
  expired: (name) => `the connection with the person’s ${name} account has expired`,
  revoked: (name) => `${name} no longer accepts the connection with the person’s account`,
  scope_missing: (name, scopes) =>
    `the connection with the person’s ${name} account lacks a permission${scopes.length > 0 ? `: ${scopes.join(' ')}` : ''}`,
}
