import { route } from '#ground/api/contract.ts'
import {
  RunAgain,
  RunAgainAnswer,
  RunCancel,
  RunCancelled,
  RunDetail,
  RunLive,
  RunNow,
  RunNowAnswer,
  RunParams,
  RunsPage,
  RunsQuery,
  WorkflowsPage,
  WorkflowsQuery,
} from './schema.ts'

export const listWorkflows = route('get', '/workflows', {
  summary: 'Workflows and markdown tasks',
  level: 'admin',
  query: WorkflowsQuery,
  isLive: true,
  joinOrder: 'in turn',
  answer: WorkflowsPage,
  refusals: ['outside_ceiling', 'not_found'],
})

export const runWorkflow = route('post', '/workflows/run', {
  summary: 'Run a task or workflow now',
  level: 'admin',
  body: RunNow,
  isLive: true,
  answer: RunNowAnswer,
  refusals: ['outside_ceiling', 'not_found'],
})

export const repeatRun = route('post', '/runs/again', {
  summary: 'Repeat an ended run with the same inputs or events',
  level: 'admin',
  body: RunAgain,
  isLive: true,
  answer: RunAgainAnswer,
  refusals: ['outside_ceiling', 'not_found'],
})

export const listRuns = route('get', '/runs', {
  summary: 'Run history, newest first',
  level: 'admin',
  query: RunsQuery,
  answer: RunsPage,
  refusals: ['outside_ceiling', 'not_found'],
})

export const readRun = route('get', '/runs/:hub/:run_id', {
  summary: 'One run with its steps',
  level: 'admin',
  params: RunParams,
  answer: RunDetail,
  refusals: ['outside_ceiling', 'not_found'],
})

export const watchRun = route('get', '/runs/:hub/:run_id/live', {
  summary: 'Stream a run and its output',
  level: 'admin',
  params: RunParams,
  answer: RunLive,
  isStream: true,
  refusals: ['outside_ceiling', 'not_found'],
})

export const cancelRun = route('post', '/runs/cancel', {
  summary: 'Cancel a run that is queued or running',
  level: 'admin',
  body: RunCancel,
  isLive: true,
  answer: RunCancelled,
  refusals: ['outside_ceiling', 'not_found'],
})
