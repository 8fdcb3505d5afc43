import { readdirSync, readFileSync } from 'node:fs'

interface Process {
  pid: number
  parent: number
}

export function killDescendants(pid: number): void {
  for (const descendant of descendantsOf(pid, runningProcesses()))
    try {
      process.kill(descendant, 'SIGKILL')
    } catch {
      // the process has ended meanwhile
    }
}

export const descendantsOf = (pid: number, all: readonly Process[]): number[] =>
  all.filter(({ parent }) => parent === pid).flatMap((child) => [child.pid, ...descendantsOf(child.pid, all)])

const runningProcesses = (): Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        return [{ pid: Number(name), parent }]
      } catch {
        return [] // the process has ended meanwhile
      }
    })
