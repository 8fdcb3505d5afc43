import { basename, relative } from 'node:path'

/** How this command is typed again: `hub` where it is installed, else the way to its file. */
export const commandName = (script = process.argv[1] ?? 'hub'): string =>
  basename(script) === 'hub' ? 'hub' : `node ${shortPath(script)}`

/** A path as a person would type it here: relative if it is below the current folder. */
export const shortPath = (path: string): string => {
  const fromHere = relative('.', path) || '.'
  return fromHere.startsWith('..') ? path : fromHere
}
