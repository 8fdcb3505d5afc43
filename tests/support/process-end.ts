import { after } from 'node:test'

/**
 * Close what the test files of a process share, once the last of them has ended. In a process of `npm test` that is when
 * the runner disconnects; a file that Node runs alone has a process to itself.
 */
export function atProcessEnd(close: () => unknown): void {
  if (process.connected) process.once('disconnect', close)
  else after(async () => void (await close()))
}
