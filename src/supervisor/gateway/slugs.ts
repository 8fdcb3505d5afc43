export function createSlugs(onFree: () => void) {
  const owners = new Map<string, string>()
  const release = (hub: string): void => {
    for (const [slug, owner] of owners)
      if (owner === hub) {
        owners.delete(slug)
        onFree()
      }
  }
  return {
    /**
     * On success, the slug replaces the Hub's earlier slug. @returns Null on success, otherwise the Hub that owns the
     * slug.
     */
    claim(slug: string, hub: string): string | null {
      const owner = owners.get(slug)
      if (owner !== undefined) return owner === hub ? null : owner
      release(hub)
      owners.set(slug, hub)
      return null
    },
    release,
  }
}

export type Slugs = ReturnType<typeof createSlugs>
