import type { z } from 'zod'
import type {
  AccountRole,
  AccountView,
  BlockView,
  CreateAccountRequest,
  DeletedView,
  GrantItem,
  PeoplePage,
  PersonPage,
  RefreshView,
  UnfinishedList,
} from '#features/people/schema.ts'
import { get, post, remove } from './client.ts'

export type CreateAccount = z.input<typeof CreateAccountRequest>

export interface PeopleFilter {
  q?: string | undefined
  status?: string | undefined
  role?: string | undefined
  agent?: string | undefined
  offset?: number
  limit?: number
}

export const listPeople = (filter: PeopleFilter, signal?: AbortSignal) =>
  get<PeoplePage>('/people', { ...filter }, signal)

export const readPerson = (subject: string, signal?: AbortSignal) =>
  get<PersonPage>(`/people/${encodeURIComponent(subject)}`, {}, signal)

export const listUnfinished = (signal?: AbortSignal) => get<UnfinishedList>('/people/unfinished', {}, signal)

export const refreshPeople = () => post<RefreshView>('/people/refresh', {})

export const setBlocked = (form: { subject: string; suspended: boolean }) =>
  post<BlockView>('/people/block', form)

export const createAccount = (form: CreateAccount) => post<AccountView>('/accounts', form)

export const grantAccess = (form: { email: string; grants: GrantItem[] }) => post('/accounts/grant', form)

export const setPassword = (subject: string, password: string) =>
  post(`/accounts/${encodeURIComponent(subject)}/password`, { password })

export const approve = (subject: string) => post(`/accounts/${encodeURIComponent(subject)}/approve`, {})

export const setRole = (subject: string, role: AccountRole) =>
  post(`/accounts/${encodeURIComponent(subject)}/role`, { role })

export const deleteAccount = (subject: string) =>
  remove<DeletedView>(`/accounts/${encodeURIComponent(subject)}`, { confirm_email: subject })
