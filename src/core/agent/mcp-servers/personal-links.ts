import type { Caller } from '#ground/identity/caller.ts'
import type { McpConnectDeps } from './connect.ts'
import type { Link } from './link.ts'

/** Null if the person has no usable connection to the server. */
export type ConnectionToken = (caller: Caller, server: string) => Promise<string | null>

export interface AccountProblem {
  isRefused: boolean
  /** Scopes that the token lacks, as the server names them; null if the account has another problem. */
  missingScopes: readonly string[] | null
  chatId: string | null
}

export type ExplainMissingAccount = (caller: Caller, server: string, about: AccountProblem) => Promise<Error>

export const describeMissingAccount: ExplainMissingAccount = async (
  _caller,
  server,
  { isRefused, missingScopes },
) =>
  new Error(
    missingScopes
      ? `${server} needs more access to your account: ${missingScopes.join(' ') || 'the server does not name the scope'}.`
      : isRefused
        ? `${server} no longer accepts your account: connect the account again.`
        : `${server} works with an account of yours: connect your account first.`,
  )

export interface PersonalLinks extends AsyncDisposable {
  /**
   * @throws Error with a sentence for the model and the person if the person has no usable connection to the server.
   */
  linkFor(caller: Caller, chatId: string): Promise<Link>
  linkIfConnected(caller: Caller | null): Promise<Link | null>
}

export interface PersonalLinksDeps {
  server: string
  connectionToken: ConnectionToken
  explainMissingAccount: ExplainMissingAccount
  linkWith(token: NonNullable<McpConnectDeps['token']>): Link
}

/** If this many connections exist, idle connections are removed before another is added. */
const MAX_IDLE_LINKS = 100

export function createPersonalLinks({
  server,
  connectionToken,
  explainMissingAccount,
  linkWith,
}: PersonalLinksDeps): PersonalLinks {
  const links = new Map<string, Link>()

  const removeIdle = () => {
    if (links.size < MAX_IDLE_LINKS) return
    for (const [email, link] of links) if (link.state().kind === 'idle') links.delete(email)
  }
  const open = (caller: Caller, email: string): Link => {
    const existing = links.get(email)
    if (existing) return existing
    removeIdle()
    const link = linkWith(() => connectionToken(caller, server))
    links.set(email, link)
    return link
  }
  const linkFor = async (caller: Caller, chatId: string) => {
    const { email } = caller
    if (email === null)
      throw new Error(
        `${server} works with the account of a person, but no person is signed in for this request.`,
      )
    if ((await connectionToken(caller, server)) === null)
      throw await explainMissingAccount(caller, server, { isRefused: false, missingScopes: null, chatId })
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
