import type { DefaultOptions } from '@tanstack/react-query'

const MAX_RETRIES = 2

/** Retries a request only if the server is unreachable. */
export const queryDefaults = (isUnreachable: (error: unknown) => boolean): DefaultOptions => ({
  queries: {
    staleTime: 5_000,
    retry: (failures, error) => isUnreachable(error) && failures < MAX_RETRIES,
    retryDelay: (failures) => 300 * 2 ** failures,
    // The server may be on this computer, so the browser's "online" state is irrelevant.
    networkMode: 'always',
    refetchOnReconnect: ({ state }) => state.status === 'error' && 'always',
  },
  mutations: { networkMode: 'always' },
})
