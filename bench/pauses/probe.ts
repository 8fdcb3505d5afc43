// Loaded into the measured process. Logs each iteration of the event loop that uses more than 5 ms of processor time.
import { appendFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const EVERY_MS = 2
const MIN_PAUSE_MS = 5

const usedMs = () => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const file = process.env['PAUSES_FILE']
if (isMainThread && file) {
  let before = usedMs()
  setInterval(() => {
    const now = usedMs()
    if (now - before > MIN_PAUSE_MS) appendFileSync(file, `${now - before}\n`)
    before = usedMs()
  }, EVERY_MS).unref()
}
