import { route } from '#ground/api/contract.ts'
import { AddedWay, NewWay, NoticeSettings, NoticeView, NoticeWay, WayParams, WayTested } from './schema.ts'

export const readNotices = route('get', '/notices', {
  summary: 'Your notice settings, and the ways to receive notices',
  level: 'admin',
  answer: NoticeView,
})

export const changeNotices = route('put', '/notices', {
  summary: 'Change which notices you get, and when',
  level: 'admin',
  body: NoticeSettings,
  answer: NoticeSettings,
})

export const addNoticeWay = route('post', '/notices/ways', {
  summary: 'Add a way to receive notices',
  level: 'admin',
  body: NewWay,
  answer: AddedWay,
  status: 201,
})

const one = { level: 'admin', params: WayParams, refusals: ['not_found'] } as const

export const testNoticeWay = route('post', '/notices/ways/:way/test', {
  ...one,
  summary: 'Send a sample notice in one of these ways',
  answer: WayTested,
  refusals: ['not_found', 'rate_limited'],
})

export const resumeNoticeWay = route('post', '/notices/ways/:way/resume', {
  ...one,
  summary: 'Resume a paused way to receive notices',
  answer: NoticeWay,
})

export const removeNoticeWay = route('delete', '/notices/ways/:way', {
  ...one,
  summary: 'Remove a way to receive notices',
  answer: NoticeWay,
})
