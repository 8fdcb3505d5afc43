import type { Surface } from '#ground/identity/caller.ts'

/** Addresses of change requests: below this site in the web chat, whole everywhere else. */
export const changeLinks =
  (publicUrl: string) =>
  (id: string, surface: Surface): string => {
    const path = `/portal/change-requests/${encodeURIComponent(id)}`
    return surface === 'chatapp' ? path : publicUrl.replace(/\/+$/, '') + path
  }
