import { ChatParams } from '#chatapp/chats/schema.ts'
import { chatRoute } from '#chatapp/http/contract.ts'
import {
  ChatStats,
  ChatStatsPage,
  CountsSummary,
  DailyCounts,
  ModelCounts,
  OwnUsage,
  OwnUsageQuery,
  PeopleCounts,
  PeopleQuery,
  SpanQuery,
  StatsQuery,
  TokenCounts,
} from './schema.ts'

/* Counts of turns in the web chat. Administrators read numbers only, never texts or titles of other people's chats. */

const all = { level: 'admin', query: SpanQuery } as const
const own = { level: 'verified' } as const

export const countByModel = chatRoute('get', '/api/v1/analytics/models', {
  ...all,
  summary: 'Turns, people and chats by agent',
  answer: ModelCounts,
})

export const countByPerson = chatRoute('get', '/api/v1/analytics/users', {
  ...all,
  summary: 'Turns and tokens by person, the most active first',
  query: PeopleQuery,
  answer: PeopleCounts,
})

export const summarizeCounts = chatRoute('get', '/api/v1/analytics/summary', {
  ...all,
  summary: 'Turns, chats, agents and people',
  answer: CountsSummary,
})

export const countByDay = chatRoute('get', '/api/v1/analytics/daily', {
  ...all,
  summary: 'Turns by day and agent, in UTC',
  answer: DailyCounts,
})

export const countTokens = chatRoute('get', '/api/v1/analytics/tokens', {
  ...all,
  summary: 'Tokens by agent',
  answer: TokenCounts,
})

export const readOwnUsage = chatRoute('get', '/api/v1/users/usage', {
  ...own,
  summary: 'The caller’s turns and tokens by day and agent; by default of 365 days',
  query: OwnUsageQuery,
  answer: OwnUsage,
})

export const exportChatStats = chatRoute('get', '/api/v1/chats/stats/export', {
  ...own,
  summary: 'Numbers of the caller’s chats without texts, 10 a page',
  query: StatsQuery,
  answer: ChatStatsPage,
})

export const readChatStats = chatRoute('get', '/api/v1/chats/stats/export/:id', {
  ...own,
  refusals: ['chat_missing'],
  summary: 'Numbers of a chat without texts',
  params: ChatParams,
  answer: ChatStats,
})
