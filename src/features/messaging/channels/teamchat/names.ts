/** A timestamp is unique only within its channel. */
export const teamchatMessageName = (channel: string, ts: string): string => `${channel}/${ts}`

export const tsOf = (name: string): string | null => /^[^/]+\/(\d+\.\d+)$/.exec(name)?.[1] ?? null

/** Converts a provider timestamp (seconds with six decimals) to epoch milliseconds. */
export const msOf = (ts: string): number => Math.floor(Number(ts) * 1000)

export const tsAt = (ms: number): string => (Math.max(ms, 0) / 1000).toFixed(6)

export interface ThreadTarget {
  team: string
  channel: string
  thread: string | null
}

/** A thread is a separate conversation, also in a direct channel. */
export const conversationName = ({ team, channel, thread }: ThreadTarget): string =>
  [team, channel, ...(thread ? [thread] : [])].join('/')

export function parseThreadTarget(conversation: string): ThreadTarget | null {
  const [team, channel, thread, ...more] = conversation.split('/')
  return team && channel && more.length === 0 ? { team, channel, thread: thread || null } : null
}

export const handlesOf = (team: string, user: string): [string, string] => [`${team}:${user}`, user]
