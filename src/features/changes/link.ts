import type { Surface } from '#ground/identity/caller.ts'

export const changeLinks =
  (publicUrl: string) =>
  (id: string, surface: Surface): string => {
    const path = `/portal/change-requests/${encodeURIComponent(id)}`
    return surface === 'chatapp' ? path : publicUrl.replace(/\/+$/, '') + path
  }
