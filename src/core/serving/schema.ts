import { z } from 'zod'
import { HubSlug } from '#core/access/schema.ts'
import { HUB_SORT } from '#ground/api/list-sorts.ts'
import { Filter, pageSchema, Paging, sorting, Time } from '#ground/api/schema.ts'

export const HubStatesQuery = z.strictObject({ hub: Filter, ...sorting(HUB_SORT), ...Paging.shape })

export const AwayHubView = z.object({
  state: z.enum(['starting', 'broken', 'paused']),
  since: Time,
  problem: z.string().nullable().describe('Reason why the Hub is broken'),
})
export type AwayHubView = z.infer<typeof AwayHubView>

export const HubState = z
  .object({
    hub: z.string(),
    serving: z
      .object({ since: Time, version: z.string() })
      .nullable()
      .describe('Null if no bridge serves the Hub or the last heartbeat is older than 30 s'),
    away: AwayHubView.nullable().describe(
      'Reason why the Hub is unreachable; null if it is reachable, deleted or of another gateway',
    ),
    problems: z.int().describe('Number of problems in the Hub’s folder, as last reported'),
    last_run: z
      .object({
        id: z.string(),
        workflow: z.string(),
        status: z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled']),
        queued_at: Time,
      })
      .nullable(),
    cost_usd: z.number().nullable().describe('Cost of the last 30 days; null if no used model has a price'),
  })
  .meta({ id: 'HubState' })
export type HubState = z.infer<typeof HubState>

export const HubStates = pageSchema(HubState).meta({ id: 'HubStates' })
export type HubStates = z.infer<typeof HubStates>

export const HubVersionsQuery = z.strictObject({ hub: HubSlug, ...Paging.shape })

export const HubVersionView = z
  .object({
    number: z.int(),
    made_at: Time,
    made_by: z.string(),
    note: z.string().nullable(),
    is_current: z.boolean(),
  })
  .meta({ id: 'HubVersion' })
export type HubVersionView = z.infer<typeof HubVersionView>

export const HubVersionList = pageSchema(HubVersionView).meta({ id: 'HubVersions' })
export type HubVersionList = z.infer<typeof HubVersionList>

export const InstancesQuery = z.strictObject(Paging.shape)

export const InstanceView = z
  .object({
    id: z.string(),
    name: z.string(),
    state: z
      .enum(['serving', 'draining', 'silent'])
      .describe('`draining`: it accepts no new work; `silent`: its last heartbeat is older than 30 s'),
    version: z.string(),
    since: Time,
    heard_at: Time,
    hubs: z.array(z.string()).describe('Slugs of the Hubs that the instance serves'),
    hub_versions: z
      .record(z.string(), z.int())
      .describe('Published versions of Hubs, by slug; without Hubs that use no published version'),
    turns: z.int().describe('Number of turns that this instance runs now'),
    runs: z.int().describe('Number of task and workflow runs that this instance executes now'),
  })
  .meta({ id: 'Machine' })
export type InstanceView = z.infer<typeof InstanceView>

export const InstanceList = pageSchema(InstanceView).meta({ id: 'Machines' })
export type InstanceList = z.infer<typeof InstanceList>
