/** Commands to the Hub itself, which the agent never receives. */
export const COMMANDS = ['new', 'stop', 'whoami', 'help'] as const
export type Command = (typeof COMMANDS)[number]

/** The command in a message; null for other messages. In groups a bot's name may follow: `/new@bot`. */
export function commandIn(text: string): Command | null {
  const name = /^\s*\/([a-z]+)(?:@\S+)?\s*$/i.exec(text)?.[1]?.toLowerCase()
  return COMMANDS.find((command) => command === name || (name === 'start' && command === 'help')) ?? null
}
