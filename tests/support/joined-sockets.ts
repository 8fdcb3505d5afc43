import type { Socket } from 'node:net'

/**
 * Have two sockets be one way: what comes at one goes to the other, and both end together.
 *
 * @param open All that are open, to be cut.
 */
export function joinSockets(near: Socket, far: Socket, open: Set<Socket>): void {
  for (const [one, other] of [
    [near, far],
    [far, near],
  ] as const) {
    open.add(one)
    one.pipe(other)
    one.on('error', () => other.destroy())
    one.on('close', () => {
      open.delete(one)
      other.destroy()
    })
  }
}
