import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { newFileName } from './files.ts'
import { isOwnerGone } from './owner.ts'

/**
 * Two counters in a file of its own: how many events a process has written to its journal, and how many of
 * their files exist. Readers of the folder detect pending writes by them. They are useless after a crash.
 */
export interface Progress extends Disposable {
  /** @throws when the disk refuses; then readers don't know of what was kept last. */
  set(kept: number, made: number): void
}

const NUMBER = Float64Array.BYTES_PER_ELEMENT

/** @param folder That of journals; it is there. */
export function createProgress(folder: string): Progress {
  const path = join(folder, newFileName('progress'))
  const file = openSync(path, 'w', 0o600)
  const numbers = new Float64Array(2)
  const set = (kept: number, made: number) => {
    numbers[0] = kept
    numbers[1] = made
    writeSync(file, numbers, 0, numbers.byteLength, 0)
  }
  set(0, 0) // the room for it is taken now
  return {
    set,
    [Symbol.dispose]() {
      closeSync(file)
      rmSync(path, { force: true })
    },
  }
}

const POLL_INTERVAL_MS = 2
/** Maximum polls: events of a process that hangs appear later, and none is lost. */
const MAX_POLLS = 500

/** Resolves when every event that was acknowledged before this call has its file, wherever it was received. */
export async function eventsMade(journalFolder: string): Promise<void> {
  const names = await readdir(journalFolder).catch(() => [])
  for (const name of names.filter((one) => one.endsWith('.progress'))) {
    const path = join(journalFolder, name)
    const wanted = (await read(path)).kept
    for (let look = 0; look < MAX_POLLS; look++) {
      if ((await read(path)).made >= wanted || isOwnerGone(name)) break
      await wait(POLL_INTERVAL_MS)
    }
  }
}

/** A missing file means that nothing is pending. */
async function read(path: string): Promise<{ kept: number; made: number }> {
  const file = await open(path, 'r').catch(() => null)
  if (file === null) return { kept: 0, made: Infinity }
  await using opened = file
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(2 * NUMBER), 0, 2 * NUMBER, 0)
  if (bytesRead < 2 * NUMBER) return { kept: 0, made: Infinity }
  const [kept = 0, made = 0] = new Float64Array(buffer.buffer, buffer.byteOffset, 2)
  return { kept, made }
}
