import { titleIn } from '#ground/turn/language/sentences.ts'
import { z } from 'zod'
import { defineTool } from '#core/agent/tools/define-tool.ts'
import type { Tool } from '#core/agent/tools/tool.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { ConnectionState } from '#ground/identity/chatapp-client/connections.ts'
import type { Caller } from '#ground/identity/caller.ts'
import { withoutPrefix } from './connections.ts'
import { hasAgreed, isGood, isUsable, unmetScopes, type Journey } from './journey.ts'
import type { Journeys } from './journeys.ts'
import type { ConnectionLinks } from './link.ts'
import { findCallerChat } from './missing-connection.ts'
import type { ConnectionProviders } from './providers.ts'

export interface ConnectToolDeps {
  hub: string
  journeys: Pick<Journeys, 'ask' | 'newest'>
  providers: Pick<ConnectionProviders, 'for'>
  connections: Pick<ChatappClient['connections'], 'of'>
  links: ConnectionLinks
}

/** Lets an agent give the person a link for connecting an account. The agent never sees the account itself. */
export const connectAccountTool = (deps: ConnectToolDeps): Tool => ({
  ...defineTool({
    name: 'connect_account',
    description:
      'Let the person connect an outside account of theirs that tools work with. Without a provider it lists those they ' +
      'may connect. It gives a link: hand it to the person, who connects the account there. Never ask for passwords or ' +
      'tokens here.',
    input: z.object({
      provider: z.string().max(256).optional().describe('Id of the provider, as this tool lists it'),
      again: z
        .boolean()
        .default(false)
        .describe('Reconnect a connected provider, for example to use another account'),
    }),
    title: (_input, state, language) => titleIn(language, 'connectAccount', state),
    run: ({ provider, again }, { caller, chatId }) =>
      provider === undefined
        ? listProviders(deps, caller)
        : connect(deps, caller, { provider: withoutPrefix(provider), again, chatId }),
  }),
  isFor: ({ email }) => email !== null && !email.startsWith('svc:'),
  isSafeIfInjected: true, // the tool is safe, because only the person can connect the account
})

async function lookUp({ providers, connections }: ConnectToolDeps, { email }: Caller, only?: string) {
  if (email === null)
    throw new Error('No person is signed in for this request, so no account can be connected.')
  const found = await providers.for(email)
  if (!found.ok)
    throw new Error(found.refusal === 'no_account' ? 'This caller has no account in the web chat.' : SILENT)
  const { person, providers: theirs } = found.value
  const stored = await connections.of(person.userId, only)
  if (!stored.ok) throw new Error(SILENT)
  const states = new Map(stored.value.map((connection) => [connection.provider, connection]))
  return { email, person, theirs, states }
}

const SILENT = 'The web chat, which keeps people’s outside accounts, does not answer. Please try again.'

async function listProviders(deps: ConnectToolDeps, caller: Caller) {
  const { theirs, states } = await lookUp(deps, caller)
  return {
    providers: theirs.map(({ id, name, description }) => ({
      provider: id,
      name,
      ...(description && { description }),
      state: states.get(id)?.state ?? 'not connected',
    })),
    ...(theirs.length === 0 && {
      note: 'There is nothing to connect. An administrator sets providers up in the web chat, under Settings → Integrations.',
    }),
  }
}

async function connect(
  deps: ConnectToolDeps,
  caller: Caller,
  wanted: { provider: string; again: boolean; chatId: string },
) {
  const { email, person, theirs, states } = await lookUp(deps, caller, wanted.provider)
  const provider = theirs.find(({ id }) => id === wanted.provider)
  if (!provider)
    throw new Error(
      `There is no provider “${wanted.provider}” that this person may connect. ` +
        (theirs.length > 0
          ? `Available providers: ${theirs.map(({ id }) => id).join(', ')}.`
          : 'No provider is available.'),
    )
  const { id, name } = provider
  const state = states.get(id)?.state
  const granted = states.get(id)?.scopes
  const newest = granted ? await deps.journeys.newest(email) : []
  const providerAccess = { userId: person.userId, provider: id }
  const scopes = granted ? unmetScopes(newest, { ...providerAccess, granted }) : []
  if (state !== undefined && isGood(state) && scopes.length === 0 && !wanted.again)
    return {
      state: 'connected',
      provider: id,
      note: `${name} is connected and works. Nothing is to be done: call the tool that needs it.`,
    }
  const isAgreed = scopes.length > 0 && hasAgreed(newest, { ...providerAccess, scopes })
  if (state !== undefined && isUsable(state) && isAgreed && !wanted.again)
    return {
      state: 'connected',
      provider: id,
      note: `${name} is connected, and did not grant ${scopes.join(' ')} although the person agreed. Do not ask them again: they can find out at ${name} why.`,
    }
  if (state === 'misconfigured' && !wanted.again)
    return {
      state,
      provider: id,
      note: `${name} refuses this service. Connecting again does not help: an administrator has to check the provider in the web chat, under Settings → Integrations.`,
    }
  const journey = await deps.journeys.ask({
    hub: deps.hub,
    email,
    userId: person.userId,
    provider: id,
    name,
    tool: null,
    lack: lackOf(state, scopes),
    scopes,
    chatId: findCallerChat(caller, wanted.chatId),
  })
  return {
    state: 'waiting',
    provider: id,
    connect_at: deps.links.journey(journey.id),
    expires_at: new Date(journey.expiresAt).toISOString(),
    note: `Give the person this link: they connect their ${name} account there. Once they have, tools that need it work.`,
  }
}

function lackOf(state: ConnectionState | undefined, missing: readonly string[]): Journey['lack'] {
  if (state === 'expired' || state === 'revoked' || state === 'scope_missing') return state
  return missing.length > 0 ? 'scope_missing' : 'asked'
}
