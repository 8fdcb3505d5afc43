import type { SignInProblem } from '#chatapp/openid/schema.ts'
import { texts } from '../../ui/language.ts'

type Says = Record<SignInProblem, (provider: string, answer: string) => string>

export const signInProblems = texts('chat.signInProblems', {
  unknown_provider: () => 'This sign-in method doesn’t exist. Choose another method below.',
  attempt_over: () =>
    'This sign-in is no longer valid: it took too long, was used already, or began in another browser. Sign in again.',
  rate_limited: () => 'There were too many sign-in attempts. Wait a minute and try again.',
  unreachable: (provider) =>
    `${provider} can’t be reached right now. Try again in a moment, or sign in another way.`,
  declined: (provider) => `You were not signed in: the sign-in was declined at ${provider}.`,
  no_answer: (provider) => `${provider} sent an invalid answer. Try again in a moment.`,
  refused: (provider, answer) => `${provider} did not sign you in: it answered “${answer}”.`,
  wrong_set_up: (provider, answer) =>
    `${provider} did not sign you in: it answered “${answer}”. The settings of this identity provider are wrong: contact an administrator.`,
  blocked: () => 'Your account is blocked. Ask an administrator.',
  domain_not_allowed: (provider) =>
    `The email domain of your ${provider} account isn’t allowed here. Ask an administrator.`,
  no_email: (provider) =>
    `${provider} did not share your email address, which is required here. Ask an administrator.`,
  email_taken: (provider) =>
    `There is an account with your email address already, but you can’t sign in to it with ${provider}. Sign in as before, or ask an administrator.`,
  email_not_verified: (provider) =>
    `There is an account with your email address already, and ${provider} has not verified that the address is yours. Verify the address at ${provider} and sign in again.`,
  sign_up_closed: () =>
    'You have no account here, and sign-up is closed. Ask an administrator for an account.',
} satisfies Says)
