import { readFileSync } from 'node:fs'

/** Megabytes of a process: its proportional set size (PSS), which counts pages shared with others by their share. */
export function memoryOf(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)![1]) / 1024
}
