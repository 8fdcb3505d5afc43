import type { McpSignIns } from '#surfaces/mcp/oauth/schema.ts'

/** How each app reaches the person's sign-ins, which are the Console's. */
export interface SignInsApi {
  list(signal?: AbortSignal): Promise<McpSignIns>
  end(id: string): Promise<unknown>
}
