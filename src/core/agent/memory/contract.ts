import { route } from '#ground/api/contract.ts'
import { MemoryErased, MemoryErasure, MemoryPage, MemoryQuery } from './schema.ts'

export const listMemory = route('get', '/memory', {
  summary: 'Agents’ notes about you, newest first',
  level: 'person',
  query: MemoryQuery,
  isLive: true,
  joinOrder: { newestBy: 'saved_at' },
  answer: MemoryPage,
  refusals: ['not_found'],
})

export const eraseMemory = route('delete', '/memory', {
  summary: 'Erase a note about you, or all of them',
  level: 'person',
  body: MemoryErasure,
  isLive: true,
  answer: MemoryErased,
  refusals: ['not_found'],
})
