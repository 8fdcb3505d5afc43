import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'
import { AccountId } from '../../schema.ts'
import { SessionId, SessionList, SessionsEnded } from './schema.ts'

export const listSessions = chatRoute('get', '/api/v1/auths/sessions', {
  refusals: ['session_needed'],
  summary: 'The caller’s sign-ins',
  level: 'any',
  answer: SessionList,
})

export const endSession = chatRoute('delete', '/api/v1/auths/sessions/:id', {
  refusals: ['session_missing', 'session_needed'],
  summary: 'Sign out one of the caller’s devices',
  level: 'any',
  params: SessionId,
  answer: z.boolean(),
})

export const endOtherSessions = chatRoute('delete', '/api/v1/auths/sessions', {
  refusals: ['session_needed'],
  summary: 'Sign the caller out everywhere except in the current session',
  level: 'any',
  answer: SessionsEnded,
})

export const endSessionsOfUser = chatRoute('delete', '/api/v1/users/:id/sessions', {
  refusals: ['account_missing', 'primary_admin'],
  summary: 'Sign a person out everywhere',
  level: 'admin',
  params: AccountId,
  answer: SessionsEnded,
})
