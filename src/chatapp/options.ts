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

export interface ChatappGround extends InstanceOptions {
  store: Store
  clock: Clock
  events: ChatappEvents
  /** Contents of attached files. */
  blobs: Blobs
  /** Folder for data of this instance, such as its id. */
  folder: string
  version: string
  /** Default: no tracing. */
  tracer?: Tracer
}

/** Functions of the Hubs: models and people's access. */
export interface HubSide {
  /** Built-in model connections: the bridges of the Hubs. */
  connections(): readonly BuiltInConnection[]
  /** Settings that models of added connections refused. */
  servedModels: ServedModels
  /** True if a person is blocked at all Hubs. Called in each request of the person. */
  isBlocked(email: string): Promise<boolean>
  /** Called with the e-mails of people whose sessions a provider ended. */
  onSessionsEnded?: ((emails: readonly string[]) => void) | undefined
  /** Moves data outside the web chat that is stored by e-mail, in the transaction that changes the e-mail. */
  moveEmail?: ChatappAccountsDeps['moveEmail']
  onEmailMoved?: ChatappAccountsDeps['onEmailMoved']
  /** Calls `then` when a person's access may have changed. Default: never. */
  onAccessChange?(email: string, then: () => void): Disposable
}

interface SignInConfig {
  sessionSecret: string
  /** Key that signs the scopes which a Hub requests at a provider. */
  consentSecret: string
  sessionSeconds: number
  cookies: CookiePolicy
  signUp: boolean
  defaultRole: 'pending' | 'user'
  /** Default: none. */
  identityProviders?: readonly IdentityProvider[]
  /** True (default): e-mail and password can sign in. */
  passwordSignIn?: boolean
  /** True: a second factor is required, independent of the administrators' setting. */
  secondFactor?: boolean
  /** Default of the setting for personal API keys. */
  apiKeys(): boolean
  /** Default: the cost for production. */
  passwordCost?: PasswordCost
}

interface PagesConfig {
  pagesFolder: string
  hasNavigationScript: boolean
  /** Prefix of the headers that identify the person to upstreams, such as `X-ChatApp`. */
  identityPrefix: string
  /** Configured public address without a trailing slash. */
  publicUrl: string | null
  /** Host names and origin at which clients reach this server. */
  own: OwnAddress
  maxFileBytes: number
  /** True (default): agents name new chats. */
  agentTitles?: boolean
}

export interface ChatappOptions extends ChatappGround, HubSide, SignInConfig, PagesConfig {}
