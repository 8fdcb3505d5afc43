import { after } from 'node:test'

/**
 * Runs after the last test file of a process: when the `npm test` runner disconnects, or after the file that Node
 * runs alone.
 */
export function atProcessEnd(close: () => unknown): void {
  if (process.connected) process.once('disconnect', close)
  else after(async () => void (await close()))
}
