/** The conversation's own code: messages and markdown. Fetched while nobody waits for it. */
export const loadThread = () => import('../thread/thread.tsx')
