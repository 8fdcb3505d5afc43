/**
 * Give back memory: a process at rest allocates nothing, so nothing would ever make it collect. The first collection finds
 * most of what is unused while others go on; only the last resort gives its pages back, and stops all for some tenths of a
 * second. Only in a process that was started with `--expose-gc`.
 */
export async function collectGarbage(): Promise<void> {
  await globalThis.gc?.({ type: 'major', execution: 'async' })
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
