/** Commands to the Hub itself in a message. */
export const COMMANDS = ['new', 'stop', 'whoami', 'help'] as const
export type Command = (typeof COMMANDS)[number]

/** The command that a message is; null for one that is to be answered. In groups a bot's name may follow: `/new@bot`. */
export function commandIn(text: string): Command | null {
  const name = /^\s*\/([a-z]+)(?:@\S+)?\s*$/i.exec(text)?.[1]?.toLowerCase()
  return COMMANDS.find((command) => command === name || (name === 'start' && command === 'help')) ?? null
}
