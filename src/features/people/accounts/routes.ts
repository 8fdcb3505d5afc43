import { unwrap } from '#ground/api/errors.ts'
import type { ConsoleApp, ConsoleCaller } from '#ground/api/route.ts'
import type { Result } from '#ground/base/result.ts'
import type { People } from '../people.ts'
import { accountView } from '../present.ts'
import { describeRefusal, type Refusal } from '../refusal.ts'
import {
  AccountGrantRequest,
  AccountView,
  CreateAccountRequest,
  DeleteAccountRequest,
  DeletedView,
  PasswordRequest,
  PersonView,
  RoleRequest,
  SubjectParams,
} from '../schema.ts'
import type { Asker } from './deps.ts'

type Parts = Pick<People, 'accounts' | 'find' | 'noteChange'>

/** Accounts: made, given access, changed and deleted. */
export function accountRoutes(app: ConsoleApp, people: Parts): void {
  givingRoutes(app, people)
  oneAccountRoutes(app, people)
}

function givingRoutes(app: ConsoleApp, { accounts, find, noteChange }: Parts): void {
  app.post(
    '/accounts',
    {
      summary: 'Create an account with first access',
      level: 'admin',
      body: CreateAccountRequest,
      answer: AccountView,
      refusals: ['outside_ceiling', 'legacy', 'duplicate_email', 'partial', 'chatapp_unavailable'],
    },
    async (request) => {
      const account = answered(await accounts.create(askerOf(request), request.body))
      noteChange()
      return accountView(account)
    },
  )
  app.post(
    '/accounts/grant',
    {
      summary: 'Give an existing account access',
      level: 'admin',
      body: AccountGrantRequest,
      answer: PersonView,
      refusals: ['outside_ceiling', 'legacy', 'everyone_refused', 'not_found', 'chatapp_unavailable'],
    },
    async (request) => {
      const subject = answered(await accounts.grant(askerOf(request), request.body))
      noteChange()
      return (await find(request.caller, subject))!
    },
  )
}

function oneAccountRoutes(app: ConsoleApp, { accounts, noteChange }: Parts): void {
  const level = 'organization'
  const params = SubjectParams
  app.get(
    '/accounts/:subject',
    {
      summary: 'An account as the web chat has it now, with both halves of its administrator role',
      level,
      params,
      answer: AccountView,
      refusals: ['not_found', 'chatapp_unavailable'],
    },
    async (request) => accountView(answered(await accounts.read(request.params.subject))),
  )
  app.post(
    '/accounts/:subject/password',
    {
      summary: 'Set another password',
      level,
      params,
      body: PasswordRequest,
      answer: AccountView,
      refusals: ['not_found', 'idp_managed', 'chatapp_unavailable'],
    },
    async (request) => {
      const { subject } = request.params
      return accountView(
        answered(await accounts.resetPassword(askerOf(request), subject, request.body.password)),
      )
    },
  )
  app.post(
    '/accounts/:subject/approve',
    {
      summary: 'Let a person who signed up in',
      level,
      params,
      answer: AccountView,
      refusals: ['not_found', 'chatapp_unavailable'],
    },
    async (request) =>
      accountView(answered(await accounts.approve(askerOf(request), request.params.subject))),
  )
  app.post(
    '/accounts/:subject/role',
    {
      summary: 'Make somebody an administrator or a user, in the organization and in the web chat',
      level,
      params,
      body: RoleRequest,
      answer: AccountView,
      refusals: ['not_found', 'last_admin', 'role_partial', 'chatapp_unavailable'],
    },
    async (request) => {
      const { subject } = request.params
      return accountView(answered(await accounts.setRole(askerOf(request), { subject, ...request.body })))
    },
  )
  app.delete(
    '/accounts/:subject',
    {
      summary: 'Delete an account with every grant and its chats',
      level,
      params,
      body: DeleteAccountRequest,
      answer: DeletedView,
      refusals: ['not_found', 'last_admin', 'partial', 'chatapp_unavailable'],
    },
    async (request) => {
      const { confirm_email: confirmEmail } = request.body
      const deletion = { subject: request.params.subject, confirmEmail }
      const subject = answered(await accounts.remove(askerOf(request), deletion))
      noteChange()
      return { subject, deleted: true as const }
    },
  )
}

const askerOf = ({ caller, requestId }: { caller: ConsoleCaller; requestId: string }): Asker => ({
  email: caller.email,
  requestId,
})

const answered = <T>(result: Result<T, Refusal>): T => unwrap(result, describeRefusal)
