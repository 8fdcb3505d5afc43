import { readdir, readFile } from 'node:fs/promises'

export async function processTree(root: number): Promise<number[]> {
  const parents = await parentsOfAll()
  const below = (pid: number): number[] => [
    pid,
    ...[...parents].filter(([, parent]) => parent === pid).flatMap(([child]) => below(child)),
  ]
  return below(root)
}

async function parentsOfAll(): Promise<Map<number, number>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const entries = await Promise.all(
    pids.map(async (pid): Promise<[number, number]> => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      return [Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])]
    }),
  )
  return new Map(entries)
}
