import { listSort } from '#ground/api/sort.ts'

export const HUB_SORT = listSort({ name: 'name', state: 'number' }, 'name')
