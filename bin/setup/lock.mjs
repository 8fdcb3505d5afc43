import { linkSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './tree.mjs'
import { SetupFailure } from './report.mjs'

/**
 * Serializes work between processes. A lock of an exited process is removed.
 * @template T
 * @param {string} name File name of the lock.
 * @param {() => Promise<T>} work Must check again whether the work is still needed.
 * @returns {Promise<T>}
 */
export async function withLock(name, work) {
  const path = join(root, '.setup', `${name}.lock`)
  await acquire(path)
  try {
    return await work()
  } finally {
    unlinkSync(path)
  }
}

async function acquire(path) {
  const draft = `${path}.${process.pid}`
  try {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(draft, `${process.pid} ${startOf(process.pid) ?? ''}`)
  } catch (error) {
    throw new SetupFailure(
      `cannot write to ${dirname(path)} (${error.code}): run as the owner of this folder.`,
    )
  }
  try {
    while (!tryLink(draft, path)) {
      dropIfAbandoned(path)
      await sleep(100)
    }
  } finally {
    unlinkSync(draft)
  }
}

/** Links a complete draft, so that a lock file is never empty. */
function tryLink(draft, path) {
  try {
    linkSync(draft, path)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function dropIfAbandoned(path) {
  const holder = readHolder(path)
  if (holder === null || isAlive(holder)) return
  const aside = `${path}.abandoned.${process.pid}`
  try {
    renameSync(path, aside)
    // Another process may have acquired the lock between `readHolder` and `renameSync`: restore its lock.
    if (readHolder(aside) !== holder) tryLink(aside, path)
    unlinkSync(aside)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

function readHolder(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function isAlive(holder) {
  const [pid, start] = holder.split(' ')
  if (start) return startOf(pid) === start
  try {
    process.kill(Number(pid), 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/**
 * Start time of a process, which distinguishes processes that had the same pid. Null for a zombie, for an unused pid,
 * and without /proc.
 */
function startOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return state === 'Z' ? null : fields[18]
  } catch {
    return null
  }
}
