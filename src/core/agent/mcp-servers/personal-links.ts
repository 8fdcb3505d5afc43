import type { Caller } from '#ground/identity/caller.ts'
import type { McpConnectDeps } from './connect.ts'
import type { Link } from './link.ts'

/** The access token of a person's account with a server; null when they have not connected one that is good. */
export type ConnectionToken = (caller: Caller, server: string) => Promise<string | null>

/** An account that can't be used, and the reason. */
export interface LackingFacts {
  /** The server does not accept the person's token. */
  isRefused: boolean
  /** Scopes that the token lacks for a request, as the server named them; null when it refused none for its scopes. */
  missingScopes: readonly string[] | null
  chatId: string | null
}

/** Why a person's account can't be used. Never rejects. */
export type ConnectionLacking = (caller: Caller, server: string, about: LackingFacts) => Promise<Error>

/** Default text when no better one is available. */
export const plainlyLacking: ConnectionLacking = async (_caller, server, { isRefused, missingScopes }) =>
  new Error(
    missingScopes
      ? `${server} needs more access to your account: ${missingScopes.join(' ') || 'it does not name the scope'}.`
      : isRefused
        ? `${server} no longer accepts your account: it needs to be connected again.`
        : `${server} needs to be connected: it works with an account of yours, and you have not connected one.`,
  )

/** Connections to one server, each in the name of a person. */
export interface PersonalLinks extends AsyncDisposable {
  /** @throws Error with a sentence for the model and the person when there is no account to use. */
  linkFor(caller: Caller, chatId: string): Promise<Link>
  /** Null when there is no account to use. Never rejects. */
  linkIfConnected(caller: Caller | null): Promise<Link | null>
}

export interface PersonalLinksDeps {
  server: string
  connectionToken: ConnectionToken
  connectionLacking: ConnectionLacking
  linkWith(token: NonNullable<McpConnectDeps['token']>): Link
}

/** Number of connections above which closed idle connections are forgotten. */
const MANY = 100

export function createPersonalLinks({
  server,
  connectionToken,
  connectionLacking,
  linkWith,
}: PersonalLinksDeps): PersonalLinks {
  const links = new Map<string, Link>()

  const forgetSome = () => {
    if (links.size < MANY) return
    for (const [email, link] of links) if (link.state().kind === 'idle') links.delete(email)
  }
  const open = (caller: Caller, email: string): Link => {
    const known = links.get(email)
    if (known) return known
    forgetSome()
    const link = linkWith(() => connectionToken(caller, server))
    links.set(email, link)
    return link
  }
  const linkFor = async (caller: Caller, chatId: string) => {
    const { email } = caller
    if (email === null)
      throw new Error(`${server} works with an account of yours, and nobody is signed in here.`)
    if ((await connectionToken(caller, server)) === null)
      throw await connectionLacking(caller, server, { isRefused: false, missingScopes: null, chatId })
    return open(caller, email)
  }
  const linkIfConnected = async (caller: Caller) => {
    const { email } = caller
    if (email === null || (await connectionToken(caller, server)) === null) return null
    return open(caller, email)
  }
  return {
    linkFor,
    linkIfConnected: async (caller) => (caller ? linkIfConnected(caller).catch(() => null) : null),
    async [Symbol.asyncDispose]() {
      await Promise.all([...links.values()].map((link) => link[Symbol.asyncDispose]()))
    },
  }
}
