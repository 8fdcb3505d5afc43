import { basename, relative } from 'node:path'

/** The command as a person types it: `hub` if installed, else `node` and the script. */
export const commandName = (script = process.argv[1] ?? 'hub'): string =>
  basename(script) === 'hub' ? 'hub' : `node ${shortPath(script)}`

export const shortPath = (path: string): string => {
  const fromHere = relative('.', path) || '.'
  return fromHere.startsWith('..') ? path : fromHere
}
