import type { Transaction } from 'kysely'
import type { AccountMailSender } from '#ground/identity/account-links/mails.ts'
import type { Tables } from '#ground/store/tables.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import type { Tracer } from '#ground/base/trace/tracer.ts'
import type { Blobs } from '#ground/blobs/blobs.ts'
import type { Store } from '#ground/store/store.ts'
import type { ChatappAccountsDeps } from '#chatapp/accounts/accounts.ts'
import type { InvitedAccess } from '#chatapp/accounts/links/joining.ts'
import type { PasswordCost } from '#chatapp/accounts/password.ts'
import type { CookiePolicy } from '#chatapp/accounts/sessions/cookie.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import type { InstanceOptions } from '#chatapp/instance.ts'
import type { BuiltInConnection } from '#chatapp/models/connections/connection.ts'
import type { CallToContinue } from '#chatapp/turns/continuations.ts'
import type { ServedModels } from '#chatapp/models/connections/learning-client.ts'
import type { IdentityProvider, ReadProviders } from '#chatapp/openid/provider.ts'
import type { AgentQuestions } from '#chatapp/turns/turns.ts'
import type { Scheduling } from '#chatapp/schedules/ports.ts'

export interface ChatappGround extends InstanceOptions {
  store: Store
  clock: Clock
  events: ChatappEvents
  blobs: Blobs
  folder: string
  version: string
  tracer?: Tracer
}

/** Mails with links to people, and what follows an accepted invitation outside of the web chat. */
export interface AccountLinkPorts {
  mails: AccountMailSender
  /** Runs last in the transaction that sets the new password. */
  recordReset(tx: Transaction<Tables>, reset: { email: string; request: string }): Promise<void>
  invitedAccess: InvitedAccess
}

export interface HubSide {
  accountLinks: AccountLinkPorts
  connections(): readonly BuiltInConnection[]
  servedModels: ServedModels
  /** Called for each request of a signed-in person. */
  isBlocked(email: string): Promise<boolean>
  onSessionsEnded?: ((emails: readonly string[]) => void) | undefined
  /** Runs in the transaction that changes the e-mail. */
  moveEmail?: ChatappAccountsDeps['moveEmail']
  onEmailMoved?: ChatappAccountsDeps['onEmailMoved']
  /** If absent, agents do not continue after a person's decision on a tool call. */
  decidedCalls?: {
    follow(id: string): void
    /** If `onDecided` rejects, it is called again later. */
    start(onDecided: (call: CallToContinue) => Promise<void>): AsyncDisposable
  }
  /** Questions of agents. If absent, a message in the chat closes no question. */
  questions?: AgentQuestions & {
    /** Closes the questions of a removed chat. */
    remove(email: string, chatId: string): Promise<void>
  }
  scheduling: Scheduling
  /** Calls `then` when a person's access may have changed. */
  onAccessChange?(email: string, then: () => void): Disposable
}

interface SignInConfig {
  sessionSecret: string
  /** Key with which Hubs sign the scopes in their links for connecting an account. */
  consentSecret: string
  sessionSeconds: number
  cookies: CookiePolicy
  signUp: boolean
  defaultRole: 'pending' | 'user'
  identityProviders?: readonly IdentityProvider[]
  /** Providers that administrators set up; those of `identityProviders` with the same id take precedence. */
  storedProviders?: ReadProviders
  /** Default true. */
  passwordSignIn?: boolean
  /** Requires a second factor, independent of the administrators' setting. */
  secondFactor?: boolean
  /** Default of the administrators' setting that permits API keys. */
  apiKeys(): boolean
  passwordCost?: PasswordCost
}

interface PagesConfig {
  pagesFolder: string
  hasNavigationScript: boolean
  /** Such as `X-ChatApp`. */
  identityPrefix: string
  /** Without a trailing slash. */
  publicUrl: string | null
  own: OwnAddress
  maxFileBytes: number
  /** Whether people may delete their own accounts, which the Console's server does. Default false. */
  accountDeletion?: boolean
  /** Default true. */
  agentTitles?: boolean
}

export interface ChatappOptions extends ChatappGround, HubSide, SignInConfig, PagesConfig {}
