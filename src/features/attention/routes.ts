import type { ConsoleFeature } from '#ground/api/console-app.ts'
import { requireManaged } from '#ground/api/managed.ts'
import { listAttention } from './contract.ts'
import { readAttention, type AttentionReadDeps } from './read.ts'

const MAX_ITEMS = 100

export const attentionFeature = (deps: AttentionReadDeps): ConsoleFeature => ({
  routes(app) {
    app.handle(listAttention, async ({ caller, query: { hub } }) => {
      if (hub !== undefined) requireManaged(caller, hub)
      const items = await readAttention(deps, caller, { ...(hub !== undefined && { hub }) })
      return { items: items.slice(0, MAX_ITEMS), total: items.length }
    })
  },
})
