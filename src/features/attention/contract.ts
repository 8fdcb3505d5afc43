import { route } from '#ground/api/contract.ts'
import { AttentionList, AttentionQuery } from './schema.ts'

export const listAttention = route('get', '/attention', {
  summary: 'Failures and decisions that wait for the caller',
  level: 'admin',
  query: AttentionQuery,
  answer: AttentionList,
  refusals: ['outside_ceiling', 'not_found'],
})
