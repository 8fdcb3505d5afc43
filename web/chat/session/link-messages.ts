import { texts } from '../../ui/language.ts'

export const links = texts('chat.links', {
  forgotTitle: 'Forgot your password?',
  forgotText: 'You get a mail with a link to set a new password.',
  sendLink: 'Send link',
  sent: (email: string) =>
    `If ${email} has an account with a password here, a mail with a link is on its way. The link works for one hour.`,
  sentHint: 'No mail? Look in the spam folder, or ask an administrator.',
  backToSignIn: 'Back to sign-in',
  resetTitle: 'Set a new password',
  resetText: (email: string) => `For the account ${email}. All your sessions end.`,
  newPassword: 'New password',
  setPassword: 'Set password',
  resetDone: 'Your password was changed',
  resetDoneText: 'Sign in with your new password. A second step stays required if you had set one up.',
  joinTitle: (name: string) => `Join ${name}`,
  joinText: (inviter: string) => `${inviter} invites you.`,
  joinByProvider: (email: string) =>
    `Sign in with an account that has the verified address ${email} to accept the invitation.`,
  join: 'Create account',
  goneTitle: 'This link no longer works',
  goneReset: 'It was used already, has expired, or was replaced by a newer link. Request a new link.',
  goneInvitation:
    'It was used already, has expired, or was replaced by a newer link. Ask the person who invited you for a new invitation.',
  newLink: 'Request a new link',
})
