import { useSyncExternalStore } from 'react'
import { createEmitter } from '../../ui/emitter.ts'
import { browserEntries } from '../../ui/storage.ts'

export const PAGE_SIZES = [25, 50, 100] as const

const DEFAULT = 50
const ENTRY = 'console page size'
const changed = createEmitter()

const read = (): number => PAGE_SIZES.find((size) => String(size) === browserEntries.read(ENTRY)) ?? DEFAULT

/** Rows per page, remembered in this browser. */
export const usePageSize = (): number => useSyncExternalStore(changed.subscribe, read)

export function setPageSize(size: number): void {
  browserEntries.write(ENTRY, size === DEFAULT ? null : String(size))
  changed.emit()
}

export function usePageRange(page: number): { offset: number; limit: number } {
  const limit = usePageSize()
  return { offset: (page - 1) * limit, limit }
}
