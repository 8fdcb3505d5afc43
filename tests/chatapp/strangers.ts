const password = 'a new password'

/** Requests of the matrix that everybody may send. */
export const STRANGERS = {
  signIn: { body: { email: 'nobody@example.com', password: 'x' }, allowed: 'wrong_credentials' },
  signInBySecondFactor: { body: { step_token: 'x', code: '000000' }, allowed: 'step_gone' },
  requestResetMail: { body: { email: 'nobody@example.com' }, allowed: 'mail_off' },
  readAccountLink: { body: { kind: 'reset', token: 'x' }, allowed: 'link_gone' },
  resetPassword: { body: { token: 'x', password }, allowed: 'link_gone' },
  acceptInvitation: { body: { token: 'x', name: 'Nia', password }, allowed: 'link_gone' },
} as const
