import { listSort } from '#ground/api/sort.ts'

export const RECORD_SORT = listSort({ at: 'time' }, '-at')
