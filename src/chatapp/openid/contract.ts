import { z } from 'zod'
import { route } from '#chatapp/http/contract.ts'
import { LoginQuery, ProviderParams } from './schema.ts'

const browsed = { level: 'open', params: ProviderParams, isRaw: true, answer: z.never() } as const

export const beginSignIn = route('get', '/oauth/:provider/login', {
  ...browsed,
  summary: 'Send the browser to an identity provider',
  query: LoginQuery,
})

export const finishSignIn = route('get', '/oauth/:provider/callback', {
  ...browsed,
  summary: 'Where an identity provider sends it back to',
})
