import { chatRoute } from '#chatapp/http/contract.ts'
import { StartedSession } from '../sessions/schema.ts'
import { AcceptRequest, LinkRequest, LinkView, Requested, ResetMailRequest, ResetRequest } from './schema.ts'

export const requestResetMail = chatRoute('post', '/api/v1/auths/password/forgotten', {
  refusals: ['password_sign_in_off', 'mail_off', 'email_invalid'],
  summary: 'Send a mail with a link for a new password, if the e-mail has an account with a password',
  level: 'open',
  body: ResetMailRequest,
  answer: Requested,
})

export const readAccountLink = chatRoute('post', '/api/v1/auths/link', {
  refusals: ['link_gone'],
  summary: 'Read what a link of a mail is for; does not use the link',
  level: 'open',
  body: LinkRequest,
  answer: LinkView,
})

export const resetPassword = chatRoute('post', '/api/v1/auths/password/reset', {
  refusals: ['link_gone', 'password_sign_in_off', 'password_too_short', 'password_too_long'],
  summary: 'Set a new password with the link of a mail, and end all sessions',
  level: 'open',
  body: ResetRequest,
  answer: Requested,
})

export const acceptInvitation = chatRoute('post', '/api/v1/auths/invitation', {
  refusals: [
    'link_gone',
    'blocked',
    'password_sign_in_off',
    'name_invalid',
    'email_taken',
    'password_too_short',
    'password_too_long',
  ],
  summary: 'Create an account with the link of an invitation, and start a session',
  level: 'open',
  body: AcceptRequest,
  answer: StartedSession,
})
