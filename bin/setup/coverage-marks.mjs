// Loaded by measured sources (`instrument.mjs`), in any process: records which of their points ran, and
// writes them when the process ends. A killed process writes nothing.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'

const files = new Map()

/**
 * @param {string} folder Where to write.
 * @param {string} path Of the source.
 * @param {number} count Of its points.
 * @returns {Uint8Array} To be set to 1 where a point ran.
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
    // a program of a user who may not write here
  }
}
