import { queryOptions, useMutation } from '@tanstack/react-query'
import {
  acceptInvitation,
  readAccountLink,
  requestResetMail,
  resetPassword,
} from '#chatapp/accounts/links/contract.ts'
import type { BodyOf } from '#ground/api/contract.ts'
import { spokenLanguage } from '../../ui/language.ts'
import { call } from '../api/client.ts'
import { useEnter } from './entering.ts'

export interface MailLink {
  kind: 'invitation' | 'reset'
  token: string
}

/** Fragment of the address: `#reset=<token>`. Null for other fragments. */
export function mailLinkIn(hash: string): MailLink | null {
  const [, kind, token] = /^#?(invitation|reset)=([\w-]{1,100})$/.exec(hash) ?? []
  return kind && token ? { kind: kind as MailLink['kind'], token } : null
}

const language = () => spokenLanguage().split('-')[0] as BodyOf<typeof requestResetMail>['language']

export const linkQuery = (link: MailLink) =>
  queryOptions({
    queryKey: ['link', link],
    queryFn: ({ signal }) => call(readAccountLink, { body: link, signal }),
    staleTime: Infinity,
    retry: false,
  })

export const useRequestReset = () =>
  useMutation({
    mutationFn: (email: string) => call(requestResetMail, { body: { email, language: language() } }),
  })

export const useResetPassword = () =>
  useMutation({
    mutationFn: (body: { token: string; password: string }) =>
      call(resetPassword, { body: { ...body, language: language() } }),
  })

export const useAcceptInvitation = () =>
  useEnter((body: BodyOf<typeof acceptInvitation>) => call(acceptInvitation, { body }))
