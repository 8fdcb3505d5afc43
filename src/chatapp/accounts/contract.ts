import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import {
  AccountId,
  ActiveUser,
  AddedUser,
  AddRequest,
  AccountChangeList,
  ChangesQuery,
  ListQuery,
  UpdateRequest,
  UserDetail,
  UserInfo,
  UserInfos,
  UserPage,
  UserView,
} from './schema.ts'

export const addUser = chatRoute('post', '/api/v1/auths/add', {
  refusals: ['name_invalid', 'email_invalid', 'email_taken', 'password_too_short', 'password_too_long'],
  summary: 'Create an account',
  level: 'admin',
  body: AddRequest,
  answer: AddedUser,
})

export const listUsers = chatRoute('get', '/api/v1/users/', {
  summary: 'Accounts, by page',
  level: 'admin',
  query: ListQuery,
  answer: UserPage,
})

export const listAllUsers = chatRoute('get', '/api/v1/users/all', {
  summary: 'All accounts, in short form',
  level: 'admin',
  answer: UserInfos,
})

export const readChangesOfUsers = chatRoute('get', '/api/v1/users/changes', {
  summary: 'Changed accounts, for the Console’s copy of all accounts',
  level: 'admin',
  query: ChangesQuery,
  answer: AccountChangeList,
})

export const searchUsers = chatRoute('get', '/api/v1/users/search', {
  summary:
    'Search people by name or e-mail, by page: administrators find all; others find themselves and members of their groups, without roles',
  level: 'verified',
  query: ListQuery,
  answer: UserInfos,
})

const one = { level: 'admin', params: AccountId } as const

const seen = { level: 'verified', params: AccountId, refusals: ['account_missing'] } as const
const SEEN_BY = 'for administrators, the person and members of the person’s groups'

export const readUserInfo = chatRoute('get', '/api/v1/users/:id/info', {
  ...seen,
  summary: `A person in short: ${SEEN_BY}`,
  answer: UserInfo,
})

export const readUserActive = chatRoute('get', '/api/v1/users/:id/active', {
  ...seen,
  summary: `Whether a person was active in the last three minutes: ${SEEN_BY}`,
  answer: ActiveUser,
})

export const readUserImage = chatRoute('get', '/api/v1/users/:id/profile/image', {
  ...seen,
  summary: `A person’s uploaded picture, else a picture of their initial: ${SEEN_BY}`,
  raw: 'file',
  answer: z.never(),
})

export const readUser = chatRoute('get', '/api/v1/users/:id', {
  refusals: ['account_missing'],
  ...one,
  summary: 'An account with its groups',
  answer: UserDetail,
})

export const updateUser = chatRoute('post', '/api/v1/users/:id/update', {
  refusals: [
    'account_missing',
    'primary_admin',
    'own_account',
    'idp_managed',
    'name_invalid',
    'email_invalid',
    'email_taken',
    'password_too_short',
    'password_too_long',
  ],
  ...one,
  summary: 'Change the given fields of an account',
  body: UpdateRequest,
  answer: UserView,
})

export const deleteUser = chatRoute('delete', '/api/v1/users/:id', {
  refusals: ['account_missing', 'primary_admin', 'own_account'],
  ...one,
  summary: 'Delete an account and its data; also succeeds if the account does not exist',
  answer: z.boolean(),
})
