// Imported by instrumented sources. When the process exits, unless it is killed, writes which points of the sources
// ran.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

const files = new Map()

/**
 * @param {string} folder Output folder.
 * @param {string} path Path of the source.
 * @param {number} count Number of its points.
 * @returns {Uint8Array} One element per point. The source sets the element to 1 when the point runs.
 */
export function marksOf(folder, path, count) {
  if (files.size === 0) process.once('exit', () => write(folder))
  const marks = files.get(path) ?? new Uint8Array(count)
  files.set(path, marks)
  return marks
}

function write(folder) {
  const marks = [...files].map(([path, ran]) => [path, Buffer.from(ran).toString('latin1')])
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, `${process.pid}-${threadId}-${Date.now()}.json`), JSON.stringify(marks))
  } catch {
    // this user may not write to the folder
  }
}
