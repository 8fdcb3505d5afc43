import { chatRoute } from '#chatapp/http/contract.ts'
import { TimeZoneSetting } from './schema.ts'

export const readTimeZone = chatRoute('get', '/api/v1/auths/time-zone', {
  summary: 'The time zone that the caller chose; null when none was chosen',
  level: 'verified',
  answer: TimeZoneSetting,
})

export const updateTimeZone = chatRoute('post', '/api/v1/auths/time-zone', {
  refusals: ['invalid_time_zone'],
  summary: 'Choose a time zone, or null for the one of the browser or request',
  level: 'verified',
  body: TimeZoneSetting,
  answer: TimeZoneSetting,
})
