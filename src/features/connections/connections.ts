import type { AccountProblem } from '#core/agent/mcp-servers/personal-links.ts'
import type { ToolConnection } from '#core/agent/tools/tool.ts'
import type { AgentConnections, ConnectionUse } from '#core/agent/turn/tool-context.ts'
import { refused, type Result } from '#ground/base/result.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { ConnectionProvider } from '#ground/identity/chatapp-client/connections.ts'
import { connectionNeeded, type Need, type NeededDeps } from './missing-connection.ts'
import type { ProviderUser, ConnectionProviders } from './providers.ts'
import type { ConnectionTokens } from './tokens.ts'
import type { Uses } from './uses.ts'

export interface PersonConnectionsDeps extends NeededDeps {
  providers: ConnectionProviders
  tokens: ConnectionTokens
  uses: Pick<Uses, 'note'>
}

export interface PersonConnections extends AgentConnections {
  /** Null if the person has no usable connection. @throws Error if the web chat is unavailable. */
  tokenFor(caller: Caller, server: string): Promise<string | null>
  /** Never rejects. */
  whyNone(caller: Caller, server: string, about: AccountProblem): Promise<Error>
}

export function createPersonConnections(deps: PersonConnectionsDeps): PersonConnections {
  const { hub, providers, tokens, uses } = deps

  const lookUp = async (caller: Caller, id: string, tool: string) => {
    const { email } = caller
    if (email === null || email.startsWith('svc:'))
      throw new Error(
        `${tool} works with an account of a person, but no person is signed in for this request.`,
      )
    const found = await providers.for(email)
    if (!found.ok) throw new Error(PROVIDERS_REFUSED[found.refusal](tool))
    const { person, providers: theirs } = found.value
    const wanted = withoutPrefix(id)
    const provider = theirs.find((known) => known.id === wanted)
    if (!provider) throw new Error(UNKNOWN(tool, wanted))
    return { caller: { ...caller, email }, person, provider }
  }

  const tokenOf = async (
    { person, provider }: { person: ProviderUser; provider: ConnectionProvider },
    { tool, scopes }: Pick<ConnectionUse, 'tool' | 'scopes'>,
  ): Promise<Result<ToolConnection, Pick<Need, 'lack' | 'scopes'>>> => {
    const token = await tokens.get(person.userId, provider.id)
    if (!token.ok) {
      if (token.refusal === 'unavailable') throw new Error(UNAVAILABLE(tool))
      if (token.refusal === 'misconfigured') throw new Error(MISCONFIGURED(tool, provider.name))
      return refused({ lack: token.refusal, scopes })
    }
    const missing = scopes.filter((scope) => !token.value.scopes.includes(scope))
    return missing.length > 0 ? refused({ lack: 'scope_missing', scopes: missing }) : token
  }

  return {
    async get(caller, id, use): Promise<ToolConnection> {
      const known = await lookUp(caller, id, use.tool)
      const token = await tokenOf(known, use)
      if (token.ok) {
        uses.note({ hub, email: known.caller.email, provider: known.provider.id })
        return token.value
      }
      throw await connectionNeeded(deps, { ...known, ...use, ...token.refusal })
    },

    async tokenFor(caller, server) {
      const { email } = caller
      if (email === null) return null
      const known = await lookUp(caller, server, server)
      const token = await tokenOf(known, { tool: server, scopes: [] })
      if (!token.ok) return null
      uses.note({ hub, email, provider: known.provider.id })
      return token.value.accessToken
    },

    async whyNone(caller, server, { isRefused, missingScopes, chatId }) {
      try {
        const known = await lookUp(caller, server, server)
        if (isRefused) tokens.forget(known.person.userId, known.provider.id)
        if (missingScopes) {
          const scopes = missingScopes
          const token = scopes.length > 0 ? await tokenOf(known, { tool: server, scopes }) : null
          if (token === null || token.ok) return new Error(STILL_REFUSED(server, known.provider.name, scopes))
          return await connectionNeeded(deps, { ...known, ...token.refusal, tool: server, chatId })
        }
        const token = isRefused ? null : await tokenOf(known, { tool: server, scopes: [] })
        const lack = token === null || token.ok ? 'revoked' : token.refusal.lack
        return await connectionNeeded(deps, { ...known, lack, tool: server, chatId, scopes: [] })
      } catch (error) {
        return error instanceof Error ? error : new Error(UNAVAILABLE(server))
      }
    },
  }
}

/** Tools may name a connection by its id in the web chat, which begins with `mcp:`. */
export const withoutPrefix = (id: string): string => (id.startsWith('mcp:') ? id.slice(4) : id)

const UNKNOWN = (tool: string, provider: string): string =>
  `${tool} needs an account with “${provider}”, and no such provider is set up for this person. ` +
  'An administrator sets providers up in the web chat, under Settings → Integrations.'

const STILL_REFUSED = (server: string, name: string, scopes: readonly string[]): string =>
  scopes.length === 0
    ? `${server} refuses this: the person’s ${name} account lacks a permission that ${server} does not name. Connecting again does not help.`
    : `${server} refuses this, although the person’s ${name} account has the permission that ${server} names: ${scopes.join(' ')}. Connecting again does not help.`

const UNAVAILABLE = (tool: string): string =>
  `${tool} can’t continue: the account can’t be reached right now. Please try again in a moment.`

const MISCONFIGURED = (tool: string, name: string): string =>
  `${tool} can’t go on: ${name} refuses this service, because it is set up wrongly here. Connecting again does not help: ` +
  'an administrator has to check the provider in the web chat, under Settings → Integrations.'

const PROVIDERS_REFUSED = {
  no_account: (tool: string) =>
    `${tool} works with an account of a person, but this caller has no account in the web chat.`,
  unavailable: UNAVAILABLE,
} as const
