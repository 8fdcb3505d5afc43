import { route } from '#ground/api/contract.ts'
import {
  MailChange,
  MailSetup,
  ProviderChange,
  ProviderParams,
  ProvidersSetup,
  SetupRemoval,
} from './schema.ts'

const change = { level: 'organization', refusals: ['setup_off', 'revision_conflict'] } as const
const saving = {
  level: 'organization',
  refusals: ['setup_off', 'setup_failed', 'revision_conflict', 'rate_limited'],
} as const

export const readMailSetup = route('get', '/setups/mail', {
  level: 'organization',
  summary: 'Read the settings of the mail server, without the password',
  answer: MailSetup,
})

export const changeMailSetup = route('put', '/setups/mail', {
  ...saving,
  summary: 'Send a test mail to the caller and, if it was sent, save the settings of the mail server',
  body: MailChange,
  answer: MailSetup,
})

export const removeMailSetup = route('delete', '/setups/mail', {
  ...change,
  summary: 'Remove the saved settings of the mail server',
  body: SetupRemoval,
  answer: MailSetup,
})

export const readProvidersSetup = route('get', '/setups/providers', {
  level: 'organization',
  summary: 'Identity providers that were set up in the Console, without their secrets',
  refusals: ['chatapp_unavailable'],
  answer: ProvidersSetup,
})

export const changeProviderSetup = route('put', '/setups/providers/:provider', {
  level: 'organization',
  summary: 'Try the settings of an identity provider and, if people can sign in, save them',
  refusals: [...saving.refusals, 'not_found', 'chatapp_unavailable'],
  params: ProviderParams,
  body: ProviderChange,
  answer: ProvidersSetup,
})

export const removeProviderSetup = route('delete', '/setups/providers/:provider', {
  level: 'organization',
  summary: 'Remove an identity provider, unless nobody could sign in without it',
  refusals: [...change.refusals, 'not_found', 'chatapp_unavailable'],
  params: ProviderParams,
  body: SetupRemoval,
  answer: ProvidersSetup,
})
