import type {
  RunCancelled,
  RunDetail,
  RunNowAnswer,
  RunsPage,
  RunStatus,
  WorkflowsPage,
} from '#features/work/runs/schema.ts'
import { address, get, post } from './client.ts'

export interface RunsFilter {
  hub?: string | undefined
  workflow?: string | undefined
  run_id?: string | undefined
  status?: RunStatus | undefined
  since?: string | undefined
  until?: string | undefined
  offset?: number
  limit?: number
}

const pathOf = (hub: string, id: string) => `/runs/${encodeURIComponent(hub)}/${encodeURIComponent(id)}`

export const listRuns = (filter: RunsFilter, signal?: AbortSignal) =>
  get<RunsPage>('/runs', { ...filter }, signal)

export const readRun = (hub: string, id: string, signal?: AbortSignal) =>
  get<RunDetail>(pathOf(hub, id), {}, signal)

export const liveRunAddress = (hub: string, id: string) => address(`${pathOf(hub, id)}/live`)

export const cancelRun = (run: { hub: string; run_id: string }) => post<RunCancelled>('/runs/cancel', run)

export const listWorkflows = (
  filter: { hub?: string | undefined; offset: number; limit: number },
  signal?: AbortSignal,
) => get<WorkflowsPage>('/workflows', { ...filter }, signal)

export const runNow = (run: { hub: string; workflow: string; inputs: Record<string, unknown> }) =>
  post<RunNowAnswer>('/workflows/run', run)
