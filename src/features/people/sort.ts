import { listSort } from '#ground/api/sort.ts'

export const PEOPLE_SORT = listSort({ name: 'name', last_active: 'time', created: 'time' }, 'name')
