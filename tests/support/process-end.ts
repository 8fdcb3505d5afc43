import { after } from 'node:test'

/** Runs after the last test file of this process, with or without the runner of `npm test`. */
export function atProcessEnd(close: () => unknown): void {
  if (process.connected) process.once('disconnect', close)
  else after(async () => void (await close()))
}
