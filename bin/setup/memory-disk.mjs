import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const IN_MEMORY = '/dev/shm'

const ROOM_BYTES = 4 * 1024 ** 3

const OURS = /^hub-tests-(\d+)$/

/**
 * Opens a folder in memory, because a disk would delay each awaited write. The folder is deleted when this process
 * exits, or by the next process.
 * @returns {string | null} Null without enough memory, or if programs cannot be executed from the folder.
 */
export function openMemoryDisk() {
  const folder = join(IN_MEMORY, `hub-tests-${process.pid}`)
  try {
    removeLeftovers()
    if (roomIn(IN_MEMORY) < ROOM_BYTES || process.availableMemory() < 2 * ROOM_BYTES) return null
    mkdirSync(folder)
    chmodSync(folder, 0o1777) // writable by all users, like `/tmp`, because Postgres runs as another user
    process.once('exit', () => remove(folder))
    return startsPrograms(folder) ? folder : null
  } catch {
    return null
  }
}

const roomIn = (folder) => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

function startsPrograms(folder) {
  const probe = join(folder, 'probe')
  writeFileSync(probe, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(probe)
  remove(probe)
  return status === 0
}

function removeLeftovers() {
  for (const name of readdirSync(IN_MEMORY)) {
    const [, pid] = OURS.exec(name) ?? []
    if (pid && !isAlive(Number(pid))) remove(join(IN_MEMORY, name))
  }
}

function isAlive(pid) {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

const remove = (path) => rmSync(path, { recursive: true, force: true, maxRetries: 5 })
