/**
 * Passes signals that would end this process on to a child instead.
 * @param {import('node:child_process').ChildProcess} child
 */
export function forwardSignals(child) {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      // The terminal also sends Ctrl-C to the child, so a forwarded SIGINT would count as a second signal.
      if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal)
    })
}
