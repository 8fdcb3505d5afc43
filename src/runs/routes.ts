import { Refused } from '#api/errors.ts'
import type { ConsoleCaller, ConsoleFeature } from '#api/route.ts'
import { RunsPage, RunsQuery, WorkflowsPage, WorkflowsQuery } from './schema.ts'

/** The Console API's part on workflows and runs. No Hub has any yet. */
export const runsFeature = (): ConsoleFeature => ({
  name: 'Runs',
  routes(app) {
    app.get(
      '/workflows',
      {
        summary: 'Workflows and markdown tasks',
        level: 'admin',
        query: WorkflowsQuery,
        answer: WorkflowsPage,
        refusals: ['outside_ceiling'],
      },
      ({ caller, query: { hub, limit, offset } }) => {
        checkHub(caller, hub)
        return { items: [], total: 0, offset, limit }
      },
    )
    app.get(
      '/runs',
      {
        summary: 'Run history, newest first',
        level: 'admin',
        query: RunsQuery,
        answer: RunsPage,
        refusals: ['outside_ceiling'],
      },
      ({ caller, query: { hub, limit, offset } }) => {
        checkHub(caller, hub)
        return { items: [], total: 0, offset, limit }
      },
    )
  },
})

function checkHub({ isOrganizationAdmin, manages }: ConsoleCaller, hub: string | undefined): void {
  if (hub === undefined || isOrganizationAdmin || manages.includes(hub)) return
  throw new Refused('outside_ceiling', `You do not manage the Hub ${hub}.`)
}
