import { readdir, readFile } from 'node:fs/promises'
import { ownMemory } from '#processes/own-memory.ts'
import './process.ts'

const memory = ownMemory()

process.on('message', async (message) => {
  if (message !== 'report') return
  for (let times = 0; times < 3; times++) {
    memory.giveBack() // releases memory as an idle process would
    await new Promise((resolve) => setImmediate(resolve))
  }
  const counts: Record<string, number> = {}
  for (const resource of process.getActiveResourcesInfo()) counts[resource] = (counts[resource] ?? 0) + 1
  const children = (await readFile(`/proc/self/task/${process.pid}/children`, 'utf8'))
    .trim()
    .split(' ')
    .filter(Boolean)
  const { rss, heapUsed } = process.memoryUsage()
  process.send?.({
    rss,
    heapUsed,
    descriptors: (await readdir('/proc/self/fd')).length,
    children: children.length,
    counts,
  })
})
