import type { AccountWords } from './shape.ts'

export const en: AccountWords = {
  invitation: ({ host, invitedBy, until }) => ({
    subject: `Invitation to ${host}`,
    before: [`${invitedBy} invites you to Hub Service at ${host}.`],
    act: 'Accept the invitation',
    after: [
      `The link works once, until ${until}.`,
      'If you did not expect this invitation, ignore this mail.',
    ],
  }),
  reset: (host) => ({
    subject: `New password for ${host}`,
    before: [`With this link, you set a new password for your account at ${host}.`],
    act: 'Set a new password',
    after: [
      'The link works once, for one hour.',
      'If you don’t want a new password, ignore this mail: your password stays the same.',
    ],
  }),
  passwordChanged: (host) => ({
    subject: `Your password for ${host} was changed`,
    before: [
      `Your account at ${host} has a new password, which was set with a link in a mail to this address. All sessions ended.`,
    ],
    act: '',
    after: ['If this wasn’t you, tell an administrator at once.'],
  }),
  orOpen: 'Or open this address:',
}
