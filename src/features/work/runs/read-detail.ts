import type { WorkRun } from './run.ts'
import type { Runs } from './runs.ts'
import type { RunDetail } from './schema.ts'
import { runDetail } from './view.ts'

export type DetailSources = Pick<Runs, 'steps' | 'use' | 'related'>

export async function readDetail(runs: DetailSources, run: WorkRun, caller: string): Promise<RunDetail> {
  const [steps, use, kin] = await Promise.all([runs.steps(run), runs.use(run), runs.related(run)])
  return runDetail(run, { steps, use, related: kin }, caller)
}
