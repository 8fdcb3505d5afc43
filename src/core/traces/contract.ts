import { route } from '#ground/api/contract.ts'
import { TraceDetail, TraceParams, TracesPage, TracesQuery } from './schema.ts'

export const listTraces = route('get', '/traces', {
  summary: 'Traces of requests and runs, newest first',
  level: 'admin',
  query: TracesQuery,
  answer: TracesPage,
  refusals: ['outside_ceiling', 'not_found'],
})

export const readTrace = route('get', '/traces/:trace_id', {
  summary: 'One trace with its spans',
  level: 'admin',
  params: TraceParams,
  answer: TraceDetail,
  refusals: ['not_found'],
})
