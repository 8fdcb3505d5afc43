export const COMMANDS = ['new', 'stop', 'whoami', 'help'] as const
export type Command = (typeof COMMANDS)[number]

export function commandIn(text: string): Command | null {
  const name = /^\s*\/([a-z]+)(?:@\S+)?\s*$/i.exec(text)?.[1]?.toLowerCase()
  return COMMANDS.find((command) => command === name || (name === 'start' && command === 'help')) ?? null
}
