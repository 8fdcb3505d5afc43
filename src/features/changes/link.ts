import type { Surface } from '#ground/identity/caller.ts'

/** The web chat receives relative addresses. Other surfaces receive absolute addresses. */
export const changeLinks =
  (publicUrl: string) =>
  (id: string, surface: Surface): string => {
    const path = `/portal/change-requests/${encodeURIComponent(id)}`
    return surface === 'chatapp' ? path : publicUrl.replace(/\/+$/, '') + path
  }
