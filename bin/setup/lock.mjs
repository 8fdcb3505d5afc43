import { linkSync, mkdirSync, readFileSync, renameSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { root } from './tree.mjs'
import { SetupFailure } from './report.mjs'

/**
 * Does set-up work that only one process at a time may do, and only once in it. Other processes wait; a lock
 * of an exited holder is taken over.
 *
 * @template T
 * @param {string} name Of the work, as a file's name; works of different names run concurrently.
 * @param {() => Promise<T>} work Called with the lock held: check again whether it is still needed.
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

/** A link appears with its content, so a lock always has a holder. */
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
    // Another process may have taken it over between our check and the rename: then it is restored.
    if (readHolder(aside) !== holder) tryLink(aside, path)
    unlinkSync(aside)
  } catch (error) {
    if (error.code !== 'ENOENT') throw error
  }
}

/** Its pid and start time, as in the file. */
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
 * Distinguishes processes of the same number; null when none runs, a zombie included, or if the system does
 * not provide it.
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
