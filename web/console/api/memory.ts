import type { MemoryErased, MemoryPage } from '#core/agent/memory/schema.ts'
import { get, remove } from './client.ts'

export const listMemory = (page: { offset: number; limit: number }, signal?: AbortSignal) =>
  get<MemoryPage>('/memory', page, signal)

/** Erase one note, or all that a Hub's agent keeps. */
export const eraseMemory = (what: { hub: string; id?: string }) => remove<MemoryErased>('/memory', what)
