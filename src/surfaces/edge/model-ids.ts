/**
 * Whether a model is an agent of one of these Hubs. A web chat of others may show it behind the prefix of its connection,
 * `<prefix>.<slug>`: a slug has no dots, so it is what follows the last. Pure.
 */
export const isModelOf = (id: unknown, hubs: { has(slug: string): boolean }): boolean =>
  typeof id === 'string' && hubs.has(id.slice(id.lastIndexOf('.') + 1).trim())
