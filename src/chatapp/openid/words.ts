import { isOurSetUp, oauthErrorOf } from '#chatapp/integrations/failure.ts'
import type { NotLetIn } from './letting-in.ts'
import type { IdentityProvider } from './provider.ts'

export const UNKNOWN_PROVIDER = 'There is no such way to sign in. Choose one of those below.'
export const UNKNOWN_ATTEMPT =
  'This sign-in is no longer valid: it took too long, was used already, or began in another browser. Sign in again.'
export const TOO_MANY = 'There were too many tries to sign in. Wait a minute and try again.'

type Named = Pick<IdentityProvider, 'name'>

export const unreachable = ({ name }: Named): string =>
  `${name} can’t be reached right now. Try again in a moment, or sign in another way.`

/** What to say to somebody whom a provider signed in and who is not let in. */
export const NOT_LET_IN: Readonly<Record<NotLetIn, (provider: Named) => string>> = {
  blocked: () => 'Your account is blocked. Ask an administrator.',
  domain_not_allowed: ({ name }) => `This account of ${name} may not sign in here. Ask an administrator.`,
  no_email: ({ name }) =>
    `${name} did not tell your e-mail address, which is needed here. Ask an administrator.`,
  email_taken: ({ name }) =>
    `There is an account with your e-mail address already, and ${name} may not open it. Sign in as before, or ask an administrator.`,
  email_not_verified: ({ name }) =>
    `There is an account with your e-mail address already, and ${name} has not verified that the address is yours. Verify it there and sign in again.`,
  sign_up_closed: () =>
    'You have no account here, and sign-up is closed. Ask an administrator for an account.',
}

/** What to say of an answer of a provider that is none. Its own words are never repeated, but for a code. */
export function failed({ name }: Named, error: unknown): string {
  const code = oauthErrorOf(error)
  if (code === 'access_denied') return `You were not signed in: it was declined at ${name}.`
  if (code === 'invalid_grant') return UNKNOWN_ATTEMPT
  if (code === null) return `${name} did not answer as it should. Try again in a moment.`
  const words = `${name} did not sign you in: it answered “${code}”.`
  return isOurSetUp(code) ? `${words} It is set up wrongly here: tell an administrator.` : words
}
