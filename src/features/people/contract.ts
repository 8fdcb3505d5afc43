import { route } from '#ground/api/contract.ts'
import {
  AccountGrantRequest,
  AccountView,
  ApproveRequest,
  Belongings,
  BlockRequest,
  BlockView,
  CreateAccountRequest,
  DeleteAccountRequest,
  DeletedView,
  FactorsResetView,
  IdentityList,
  IdentityReleasedView,
  PasswordRequest,
  PeoplePage,
  PeopleQuery,
  PersonPage,
  PersonView,
  RefreshView,
  ReleaseIdentityRequest,
  RoleRequest,
  SignedOutView,
  SubjectParams,
  SyncView,
  UnfinishedList,
} from './schema.ts'

export const listPeople = route('get', '/people', {
  summary: 'People and services with account status and access per Hub',
  level: 'admin',
  query: PeopleQuery,
  answer: PeoplePage,
  refusals: ['outside_ceiling', 'not_found'],
})

export const listUnfinished = route('get', '/people/unfinished', {
  summary: 'Account changes that were applied only to the web chat or only to access',
  level: 'admin',
  answer: UnfinishedList,
})

export const readPerson = route('get', '/people/:subject', {
  summary: 'One person with recent changes',
  level: 'admin',
  params: SubjectParams,
  answer: PersonPage,
  refusals: ['not_found'],
})

export const readBelongings = route('get', '/people/:subject/belongings', {
  summary: 'Groups and API keys of a person, without the keys’ secrets',
  level: 'organization',
  params: SubjectParams,
  answer: Belongings,
  refusals: ['not_found', 'chatapp_unavailable'],
})

export const refreshPeople = route('post', '/people/refresh', {
  summary: 'Read the accounts from the web chat again',
  level: 'organization',
  answer: RefreshView,
  refusals: ['chatapp_unavailable'],
})

export const blockPerson = route('post', '/people/block', {
  summary: 'Block a person and revoke all their grants, or unblock a person',
  level: 'organization',
  body: BlockRequest,
  answer: BlockView,
  refusals: ['last_admin', 'partial', 'chatapp_unavailable'],
})

export const syncHubs = route('post', '/sync', {
  summary: 'Mirror each person’s visible Hubs into the web chat',
  level: 'organization',
  answer: SyncView,
  refusals: ['chatapp_unavailable'],
})

export const createAccount = route('post', '/accounts', {
  summary: 'Create an account with first access',
  level: 'admin',
  body: CreateAccountRequest,
  answer: AccountView,
  refusals: ['outside_ceiling', 'not_found', 'legacy', 'duplicate_email', 'partial', 'chatapp_unavailable'],
})

export const grantToAccount = route('post', '/accounts/grant', {
  summary: 'Grant access to an existing account',
  level: 'admin',
  body: AccountGrantRequest,
  answer: PersonView,
  refusals: ['outside_ceiling', 'legacy', 'everyone_refused', 'not_found', 'chatapp_unavailable'],
})

const oneAccount = { level: 'organization', params: SubjectParams } as const

export const readAccount = route('get', '/accounts/:subject', {
  ...oneAccount,
  summary: 'An account in the web chat, with its web chat role and organization role',
  answer: AccountView,
  refusals: ['not_found', 'chatapp_unavailable'],
})

export const setPassword = route('post', '/accounts/:subject/password', {
  ...oneAccount,
  summary: 'Set an account’s password',
  body: PasswordRequest,
  answer: AccountView,
  refusals: ['not_found', 'idp_managed', 'chatapp_unavailable'],
})

export const signOutAccount = route('post', '/accounts/:subject/sign-out', {
  ...oneAccount,
  summary: 'Sign a person out of the web chat everywhere',
  answer: SignedOutView,
  refusals: ['not_found', 'chatapp_unavailable'],
})

export const resetFactors = route('post', '/accounts/:subject/reset-factors', {
  ...oneAccount,
  summary: 'Remove the second factors of a person who lost them',
  answer: FactorsResetView,
  refusals: ['not_found', 'chatapp_unavailable'],
})

export const listAccountIdentities = route('get', '/accounts/:subject/identities', {
  ...oneAccount,
  summary: 'Identities at providers that can sign in to an account',
  answer: IdentityList,
  refusals: ['not_found', 'chatapp_unavailable'],
})

export const releaseAccountIdentity = route('post', '/accounts/:subject/identities/release', {
  ...oneAccount,
  summary:
    'Release an account’s identity of an issuer; the next identity there with the account’s verified e-mail is linked',
  body: ReleaseIdentityRequest,
  answer: IdentityReleasedView,
  refusals: ['not_found', 'chatapp_unavailable'],
})

export const approveAccount = route('post', '/accounts/:subject/approve', {
  ...oneAccount,
  summary: 'Approve a person who signed up, with first access',
  body: ApproveRequest,
  answer: AccountView,
  refusals: ['not_found', 'outside_ceiling', 'legacy', 'partial', 'chatapp_unavailable'],
})

export const setRole = route('post', '/accounts/:subject/role', {
  ...oneAccount,
  summary: 'Set a person’s role, in the organization and in the web chat',
  body: RoleRequest,
  answer: AccountView,
  refusals: ['not_found', 'last_admin', 'role_partial', 'chatapp_unavailable'],
})

export const deleteAccount = route('delete', '/accounts/:subject', {
  ...oneAccount,
  summary: 'Delete an account with its grants and chats',
  body: DeleteAccountRequest,
  answer: DeletedView,
  refusals: ['not_found', 'last_admin', 'partial', 'chatapp_unavailable'],
})

export const deleteOwnAccount = route('delete', '/me', {
  summary: 'Delete the caller’s own account with its grants and chats, if `SVC_ACCOUNT_DELETION` is set',
  level: 'person',
  body: DeleteAccountRequest,
  answer: DeletedView,
  refusals: ['last_admin', 'partial', 'chatapp_unavailable'],
})
