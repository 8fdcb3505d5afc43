import { chatRoute } from '#chatapp/http/contract.ts'
import {
  ClientSettings,
  Done,
  OwnRecord,
  PersonalInfo,
  StatusForm,
  TimezoneForm,
  Variables,
} from './schema.ts'

const own = { level: 'verified' } as const

export const readClientSettings = chatRoute('get', '/api/v1/users/user/settings', {
  ...own,
  summary: 'What the caller’s clients stored as settings; null: nothing',
  answer: ClientSettings.nullable(),
})

export const updateClientSettings = chatRoute('post', '/api/v1/users/user/settings/update', {
  ...own,
  summary: 'Add and replace these settings by key; at most 64 KiB',
  body: ClientSettings,
  answer: ClientSettings,
})

export const readOwnInfo = chatRoute('get', '/api/v1/users/user/info', {
  ...own,
  summary: 'What the caller’s clients stored about the caller; null: nothing',
  answer: PersonalInfo.nullable(),
})

export const updateOwnInfo = chatRoute('post', '/api/v1/users/user/info/update', {
  ...own,
  summary: 'Add and replace these values by key; at most 64 KiB',
  body: PersonalInfo,
  answer: PersonalInfo,
})

export const readOwnRecord = chatRoute('get', '/api/v1/users/user/status', {
  ...own,
  summary: 'The caller’s whole record, with the status that they stored',
  answer: OwnRecord,
})

export const updateOwnStatus = chatRoute('post', '/api/v1/users/user/status/update', {
  ...own,
  summary: 'Store a status; only the caller sees it',
  body: StatusForm,
  answer: OwnRecord,
})

export const readOwnVariables = chatRoute('get', '/api/v1/users/user/variables', {
  ...own,
  summary: 'Always empty: prompts ask for their values',
  answer: Variables,
})

export const updateTimezone = chatRoute('post', '/api/v1/auths/update/timezone', {
  ...own,
  refusals: ['invalid_time_zone'],
  summary: 'Choose a time zone, as Open WebUI’s clients do',
  body: TimezoneForm,
  answer: Done,
})
