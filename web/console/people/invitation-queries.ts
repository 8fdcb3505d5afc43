import { queryOptions } from '@tanstack/react-query'
import { listGroups } from '#features/administration/contract.ts'
import {
  invitePeople,
  listInvitations,
  sendInvitationAgain,
  sendResetMail,
  withdrawInvitation,
} from '#features/people/invitations/contract.ts'
import type { BodyOf } from '#ground/api/contract.ts'
import { spokenLanguage } from '../../ui/language.ts'
import { call } from '../kit/api.ts'
import { invitations } from './invitation-messages.ts'
import { inForm, useChange } from './mutations.ts'

export const MAX_SHOWN_INVITATIONS = 3

/** Loaded again while mails are on their way, so that the outcome appears. */
const WAITING_REFETCH_MS = 4000

export const invitationsQuery = (limit: number) =>
  queryOptions({
    queryKey: ['invitations', limit],
    queryFn: ({ signal }) => call(listInvitations, { query: { limit }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ mail }) => mail?.state === 'waiting') ? WAITING_REFETCH_MS : 30_000,
  })

export const groupChoicesQuery = queryOptions({
  queryKey: ['groups'],
  queryFn: ({ signal }) => call(listGroups, { signal }),
})

export type MailLanguage = NonNullable<BodyOf<typeof invitePeople>['language']>

export const ownLanguage = () => spokenLanguage().split('-')[0] as MailLanguage

export const useInvite = () =>
  useChange(
    (body: BodyOf<typeof invitePeople>) => call(invitePeople, { body }),
    (_, { items }) => {
      const count = items.filter(({ invited }) => invited).length
      return count === 0 ? null : invitations.sent(count)
    },
    inForm,
  )

export const useInviteAgain = () =>
  useChange((email: string) => call(sendInvitationAgain, { params: { email } }), invitations.againDone)

export const useWithdraw = () =>
  useChange((email: string) => call(withdrawInvitation, { params: { email } }), invitations.withdrawn)

export const useSendReset = () =>
  useChange(
    (subject: string) => call(sendResetMail, { params: { subject }, body: { language: ownLanguage() } }),
    invitations.resetSent,
  )
