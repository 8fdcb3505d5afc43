import { route } from '#ground/api/contract.ts'
import { MailChange, MailSetup, SetupRemoval } from './schema.ts'

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
