import { chatRoute } from '#chatapp/http/contract.ts'
import { TimeZoneSetting } from './schema.ts'

export const readTimeZone = chatRoute('get', '/api/v1/auths/time-zone', {
  summary: 'The caller’s time zone; null if none is set',
  level: 'verified',
  answer: TimeZoneSetting,
})

export const updateTimeZone = chatRoute('post', '/api/v1/auths/time-zone', {
  refusals: ['invalid_time_zone'],
  summary: 'Set the caller’s time zone; null uses that of the browser or request',
  level: 'verified',
  body: TimeZoneSetting,
  answer: TimeZoneSetting,
})
