import { listSort } from '#ground/api/sort.ts'

export const TRACE_SORT = listSort({ started: 'time', duration: 'number', tokens: 'number' }, '-started')
