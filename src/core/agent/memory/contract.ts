import { route } from '#ground/api/contract.ts'
import {
  MemoryChange,
  MemoryErased,
  MemoryErasure,
  MemoryNote,
  MemoryPage,
  MemoryQuery,
  MemoryRestoration,
} from './schema.ts'

export const listMemory = route('get', '/memory', {
  summary: 'Agents’ notes about you, newest first',
  level: 'person',
  query: MemoryQuery,
  isLive: true,
  joinOrder: { newestBy: 'saved_at' },
  answer: MemoryPage,
  refusals: ['not_found'],
})

export const changeMemory = route('put', '/memory', {
  summary: 'Change the text of a note about you',
  level: 'person',
  body: MemoryChange,
  isLive: true,
  answer: MemoryNote,
  refusals: ['not_found', 'revision_conflict'],
})

export const restoreMemory = route('post', '/memory', {
  summary: 'Store an erased note about you again',
  level: 'person',
  body: MemoryRestoration,
  isLive: true,
  answer: MemoryNote,
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
