import type { Caller } from '#identity/caller.ts'
import type { ConnectDeps } from './connect.ts'
import type { Link } from './link.ts'

/** The access token of a person's account with a server; null when they have not connected one. */
export type ConnectionToken = (caller: Caller, server: string) => Promise<string | null>

/** Connections to one server, each in the name of a person. */
export interface PersonalLinks extends AsyncDisposable {
  /** @throws Error with a sentence for the model and the person when there is no account to use. */
  linkFor(caller: Caller): Promise<Link>
  /** Null when there is no account to use. Never rejects. */
  linkIfConnected(caller: Caller | null): Promise<Link | null>
}

export interface PersonalLinksDeps {
  server: string
  connectionToken: ConnectionToken
  linkWith(token: NonNullable<ConnectDeps['token']>): Link
}

/** Above this many, connections that were closed for want of use are forgotten. */
const MANY = 100

export function createPersonalLinks({ server, connectionToken, linkWith }: PersonalLinksDeps): PersonalLinks {
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
  const linkFor = async (caller: Caller) => {
    const { email } = caller
    if (email === null)
      throw new Error(`${server} works with an account of yours, and nobody is signed in here.`)
    if ((await connectionToken(caller, server)) === null)
      throw new Error(
        `${server} needs to be connected: it works with an account of yours, and you have not connected one.`,
      )
    return open(caller, email)
  }
  return {
    linkFor,
    linkIfConnected: async (caller) => (caller ? linkFor(caller).catch(() => null) : null),
    async [Symbol.asyncDispose]() {
      await Promise.all([...links.values()].map((link) => link[Symbol.asyncDispose]()))
    },
  }
}
