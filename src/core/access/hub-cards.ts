import type { HubProblem } from '#ground/hub/hub.ts'
import { z } from 'zod'
import { shortened } from '#ground/base/cut-text.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'

export interface Capability {
  name: string
  label: string
  group: string
  tools: readonly string[]
  missing: readonly string[]
}

export interface HubCard {
  slug: string
  name: string
  description: string
  capabilities: readonly Capability[]
  mcp: McpAddress | null
  /** Secrets are masked. */
  problems: readonly HubProblem[]
}

/** Full URLs, or paths when no public address is set. */
export interface McpAddress {
  url: string
  /** URL for programs that sign people in instead of sending a key; null when that sign-in is disabled. */
  signInUrl: string | null
}

const MAX_PROBLEMS = 50
const MAX_MESSAGE_LENGTH = 500

export type HubCards = ReturnType<typeof createHubCards>

const Capabilities = z.array(
  z.object({
    name: z.string(),
    label: z.string(),
    group: z.string(),
    tools: z.array(z.string()),
    missing: z.array(z.string()),
  }),
)

const Problems = z.array(
  z.object({
    file: z.string(),
    line: z.int().nullable(),
    column: z.int().nullable(),
    message: z.string(),
  }),
)

export function createHubCards({ store, clock }: { store: Pick<Store, 'db'>; clock: Pick<Clock, 'now'> }) {
  const sharedNames = async (names: readonly string[]): Promise<ReadonlySet<string>> => {
    if (names.length === 0) return new Set()
    const rows = await store.db
      .selectFrom('hubs')
      .select('name')
      .where('name', 'in', [...new Set(names)])
      .groupBy('name')
      .having((have) => have.fn.countAll(), '>', 1)
      .execute()
    return new Set(rows.map(({ name }) => name))
  }
  return {
    async write({ slug, name, description, capabilities, mcp, problems }: HubCard): Promise<void> {
      const card = {
        name,
        description,
        catalog: JSON.stringify(capabilities),
        mcp_url: mcp?.url ?? null,
        mcp_sign_in_url: mcp?.signInUrl ?? null,
        problems: JSON.stringify(problems.slice(0, MAX_PROBLEMS).map(shown)),
        updated_at_ms: clock.now(),
      }
      await store.db
        .insertInto('hubs')
        .values({ slug, ...card })
        .onConflict((conflict) => conflict.column('slug').doUpdateSet(card))
        .execute()
    },

    async read(slugs: readonly string[]): Promise<ReadonlyMap<string, HubCard>> {
      if (slugs.length === 0) return new Map()
      const rows = await store.db.selectFrom('hubs').selectAll().where('slug', 'in', slugs).execute()
      const shared = await sharedNames(rows.map(({ name }) => name))
      return new Map(
        rows.map(
          ({ slug, name, description, catalog, problems, mcp_url: url, mcp_sign_in_url: signInUrl }) => [
            slug,
            {
              slug,
              name: shared.has(name) ? `${name} · ${slug}` : name,
              description,
              capabilities: Capabilities.parse(JSON.parse(catalog)),
              mcp: url === null ? null : { url, signInUrl },
              problems: Problems.parse(JSON.parse(problems)),
            },
          ],
        ),
      )
    },

    async agentNames(slugs: readonly string[]): Promise<ReadonlyMap<string, string>> {
      if (slugs.length === 0) return new Map()
      const rows = await store.db
        .selectFrom('hubs')
        .select(['slug', 'name'])
        .where('slug', 'in', slugs)
        .execute()
      return new Map(rows.map(({ slug, name }) => [slug, name]))
    },
  }
}

const shown = ({ file, line, column, message }: HubProblem): HubProblem => ({
  file,
  line,
  column,
  message: shortened(message, MAX_MESSAGE_LENGTH),
})
