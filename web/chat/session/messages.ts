import { texts } from '../../ui/language.ts'
/** Texts of the ways in. */
export const session = texts('chat.session', {
  signIn: 'Sign in',
  signUp: 'Sign up',
  createAccount: 'Create account',
  signInTo: (name: string) => `Sign in to ${name}`,
  signUpTo: (name: string) => `Create your ${name} account`,
  firstTitle: 'Create the first account',
  firstText: 'Nobody has an account here yet. The first account becomes the administrator.',
  code: 'Code',
  codeHint: 'From the app on your phone, or one of your recovery codes',
  back: 'Back to the password',
  newHere: 'New here?',
  haveAccount: 'Already have an account?',
  forgotten: 'Forgotten your password? An administrator can set a new one for you.',
  closed: 'Sign-up is closed. Ask an administrator for an account.',
  continueWith: (provider: string) => `Continue with ${provider}`,
  or: 'or',
  byPasskey: 'Sign in with a passkey',
  theProvider: 'The identity provider',
  notSignedIn: 'You were not signed in. Try again.',
  pendingTitle: 'Your account waits for approval',
  pendingText: (email: string) =>
    `An administrator has to approve ${email} before you can chat. This page then continues automatically.`,
  checkAgain: 'Check again',
})
