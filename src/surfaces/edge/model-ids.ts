/** Open WebUI may prefix the id with its connection: `<prefix>.<slug>`. Slugs have no dots. */
export const isModelOf = (id: unknown, hubs: { has(slug: string): boolean }): boolean =>
  typeof id === 'string' && hubs.has(id.slice(id.lastIndexOf('.') + 1).trim())
