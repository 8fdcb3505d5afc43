import type { Clock } from '#ground/base/clock.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import type { Tracer } from '#ground/base/trace/tracer.ts'
import type { Blobs } from '#ground/blobs/blobs.ts'
import type { Store } from '#ground/store/store.ts'
import type { ChatappAccountsDeps } from '#chatapp/accounts/accounts.ts'
import type { PasswordCost } from '#chatapp/accounts/password.ts'
import type { CookiePolicy } from '#chatapp/accounts/sessions/cookie.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import type { InstanceOptions } from '#chatapp/instance.ts'
import type { BuiltInConnection } from '#chatapp/models/connections/connection.ts'
import type { ServedModels } from '#chatapp/models/connections/learning-client.ts'
import type { IdentityProvider } from '#chatapp/openid/provider.ts'

/** What the web chat is built on. */
export interface ChatappGround extends InstanceOptions {
  store: Store
  clock: Clock
  events: ChatappEvents
  /** Contents of files. */
  blobs: Blobs
  /** Folder for what stays with this machine, such as the server's id. */
  folder: string
  version: string
  /** Default none. */
  tracer?: Tracer
}

/** Provided by the Hubs: models, and the access of people. */
export interface HubSide {
  /** Built-in sources of models, such as the bridges of the present Hubs. */
  connections(): readonly BuiltInConnection[]
  /** Refusals of models at connections that administrators add. */
  servedModels: ServedModels
  /** True if a person is blocked everywhere; checked with every request of theirs. */
  isBlocked(email: string): Promise<boolean>
  /** Called with the e-mails of people whose sessions a provider ended; default not called. */
  onSessionsEnded?: ((emails: readonly string[]) => void) | undefined
  /** Moves data stored by an account's e-mail outside the web chat, in the transaction that changes the e-mail. */
  moveEmail?: ChatappAccountsDeps['moveEmail']
  onEmailMoved?: ChatappAccountsDeps['onEmailMoved']
  /** Calls `then` when a person's access may have changed; default never. */
  onAccessChange?(email: string, then: () => void): Disposable
}

/** Configuration of accounts and sign-in. */
interface SignInConfig {
  sessionSecret: string
  /** Signs the scopes that a Hub asks people for at a provider. */
  consentSecret: string
  sessionSeconds: number
  cookies: CookiePolicy
  signUp: boolean
  defaultRole: 'pending' | 'user'
  /** Ways to sign in beside a password; default none. */
  identityProviders?: readonly IdentityProvider[]
  /** Whether e-mail and password sign in; default true. */
  passwordSignIn?: boolean
  /** Whether everybody needs a second factor, independent of administrators; default the administrators' setting. */
  secondFactor?: boolean
  /** Whether personal API keys are on until an administrator decides otherwise. */
  apiKeys(): boolean
  /** Default what production needs. */
  passwordCost?: PasswordCost
}

/** Configuration of pages and chats. */
interface PagesConfig {
  /** Folder of the built web app. */
  pagesFolder: string
  hasNavigationScript: boolean
  /** Header family that names the person to upstreams, such as `X-ChatApp`. */
  identityPrefix: string
  /** Configured address for people; without a slash at the end. */
  publicUrl: string | null
  /** Host names and origin at which clients reach this service. */
  own: OwnAddress
  maxFileBytes: number
  /** Whether agents name new chats; default true. */
  agentTitles?: boolean
}

export interface ChatappOptions extends ChatappGround, HubSide, SignInConfig, PagesConfig {}
