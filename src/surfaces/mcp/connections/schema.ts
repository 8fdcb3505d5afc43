import { z } from 'zod'
import { pageSchema, Paging, Time } from '#ground/api/schema.ts'

export const McpConnectionsQuery = Paging.extend({
  hub: z.string().min(1).max(100).describe('Hub slug'),
}).strict()

export const McpConnection = z
  .object({
    email: z.string().describe('E-mail of the key’s owner'),
    key: z.string().describe('Name of the key; empty if the web chat has one key per person'),
    client: z.string().describe('Name that the program reports; empty if it reports none'),
    first_used_at: Time,
    last_used_at: Time.describe('Time of the last use, to the minute'),
  })
  .meta({ id: 'McpConnection' })
export type McpConnection = z.infer<typeof McpConnection>

export const McpConnectionsPage = pageSchema(McpConnection)
  .extend({ hub: z.string() })
  .meta({ id: 'McpConnections' })
export type McpConnectionsPage = z.infer<typeof McpConnectionsPage>
