import { listSort } from '#ground/api/sort.ts'

export const ARTIFACT_SORT = listSort({ updated: 'time' }, '-updated')
