import { route } from '#ground/api/contract.ts'
import { SubjectParams } from '../schema.ts'
import {
  InvitationParams,
  InvitationsPage,
  InvitationsQuery,
  InvitationView,
  Invited,
  InviteRequest,
  ResetMailQueued,
  ResetMailRequest,
  Withdrawn,
} from './schema.ts'

export const listInvitations = route('get', '/invitations', {
  summary: 'Invitations that were not accepted yet, newest first; managers of single Hubs see their own',
  level: 'admin',
  query: InvitationsQuery,
  answer: InvitationsPage,
})

export const invitePeople = route('post', '/invitations', {
  summary: 'Invite people by mail; an account is created when the person accepts',
  level: 'admin',
  body: InviteRequest,
  answer: Invited,
  refusals: ['outside_ceiling', 'not_found', 'legacy', 'chatapp_unavailable'],
})

const oneInvitation = { level: 'admin', params: InvitationParams } as const

export const sendInvitationAgain = route('post', '/invitations/:email/again', {
  ...oneInvitation,
  summary: 'Replace the link of an invitation and send it again',
  answer: InvitationView,
  refusals: ['not_found', 'outside_ceiling', 'legacy', 'duplicate_email', 'chatapp_unavailable'],
})

export const withdrawInvitation = route('delete', '/invitations/:email', {
  ...oneInvitation,
  summary: 'End an invitation; its link stops working',
  answer: Withdrawn,
  refusals: ['not_found'],
})

export const sendResetMail = route('post', '/accounts/:subject/reset-mail', {
  level: 'organization',
  params: SubjectParams,
  summary: 'Send a person a mail with a link for a new password',
  body: ResetMailRequest,
  answer: ResetMailQueued,
  refusals: ['not_found', 'idp_managed', 'chatapp_unavailable'],
})
