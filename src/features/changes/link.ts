import type { Surface } from '#ground/identity/caller.ts'

/** Relative addresses for the web chat, absolute addresses for other surfaces. */
export const changeLinks =
  (publicUrl: string) =>
  (id: string, surface: Surface): string => {
    const path = `/portal/change-requests/${encodeURIComponent(id)}`
    return surface === 'chatapp' ? path : publicUrl.replace(/\/+$/, '') + path
  }
