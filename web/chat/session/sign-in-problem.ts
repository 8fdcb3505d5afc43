import type { SiteConfig } from '#chatapp/accounts/settings/schema.ts'
import { session } from './messages.ts'
import { signInProblems } from './problem-messages.ts'

/** A failed sign-in at an identity provider, from the sign-in page's address. */
export interface FailedSignIn {
  error?: string | undefined
  provider?: string | undefined
  answer?: string | undefined
}

/** In words. Anybody can make such an address, so none of its own are repeated, but a code as providers spell them. */
export function signInProblem(
  { error, provider = '', answer = '' }: FailedSignIn,
  config: SiteConfig,
): string | undefined {
  if (error === undefined) return undefined
  const providers = config.oauth?.providers ?? {}
  const name = Object.hasOwn(providers, provider) ? providers[provider]! : session.theProvider
  const say = Object.hasOwn(signInProblems, error) && signInProblems[error as keyof typeof signInProblems]
  return say ? say(name, /^[a-z][a-z0-9_]{0,39}$/.test(answer) ? answer : '?') : session.notSignedIn
}
