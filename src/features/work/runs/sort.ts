import { listSort } from '#ground/api/sort.ts'

export const RUN_SORT = listSort({ queued: 'time', duration: 'number', cost: 'number' }, '-queued')
