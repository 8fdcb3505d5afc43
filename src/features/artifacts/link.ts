import type { Surface } from '#ground/identity/caller.ts'

/** Addresses of artifacts' viewers: below this site in the web chat, whole everywhere else. */
export const artifactLinks =
  (publicUrl: string) =>
  (id: string, surface: Surface): string => {
    const path = `/portal/artifacts/${encodeURIComponent(id)}`
    return surface === 'chatapp' ? path : publicUrl.replace(/\/+$/, '') + path
  }
