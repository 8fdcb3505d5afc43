/** A message's name: its time is unique only in its channel. All its deliveries have the same name. */
export const teamchatMessageName = (channel: string, ts: string): string => `${channel}/${ts}`

/** The time within a message's name; null when it is none of ours. */
export const tsOf = (name: string): string | null => /^[^/]+\/(\d+\.\d+)$/.exec(name)?.[1] ?? null

/** A time of the provider, seconds with six digits behind the point, in epoch milliseconds. */
export const msOf = (ts: string): number => Math.floor(Number(ts) * 1000)

export const tsAt = (ms: number): string => (Math.max(ms, 0) / 1000).toFixed(6)

export interface ThreadTarget {
  team: string
  channel: string
  /** The time of the message that the thread hangs below. */
  thread: string | null
}

/** A thread is a conversation of its own; so is a person's direct channel, except for its threads. */
export const conversationName = ({ team, channel, thread }: ThreadTarget): string =>
  [team, channel, ...(thread ? [thread] : [])].join('/')

export function parseThreadTarget(conversation: string): ThreadTarget | null {
  const [team, channel, thread, ...more] = conversation.split('/')
  return team && channel && more.length === 0 ? { team, channel, thread: thread || null } : null
}

/** Identifiers of a member. */
export const handlesOf = (team: string, user: string): [string, string] => [`${team}:${user}`, user]
