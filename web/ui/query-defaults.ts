import type { DefaultOptions } from '@tanstack/react-query'

const MAX_RETRIES = 2

/** How queries are cached and repeated: only an unreachable server is asked again. */
export const queryDefaults = (isUnreachable: (error: unknown) => boolean): DefaultOptions => ({
  queries: {
    staleTime: 5_000,
    retry: (failures, error) => isUnreachable(error) && failures < MAX_RETRIES,
    retryDelay: (failures) => 300 * 2 ** failures,
    // Our own server may be on this machine, so the browser's "online" state is irrelevant.
    networkMode: 'always',
  },
  mutations: { networkMode: 'always' },
})
