import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { newFileName } from './files.ts'
import { isOwnerGone } from './owner.ts'

/**
 * The file counts journaled events (`kept`) and events that already have files (`made`). Readers wait until `made`
 * reaches `kept`.
 */
export interface Progress extends Disposable {
  /** @throws when the disk refuses the write; readers then miss the newest events. */
  set(kept: number, made: number): void
}

const NUMBER = Float64Array.BYTES_PER_ELEMENT

export function createProgress(folder: string): Progress {
  const path = join(folder, newFileName('progress'))
  const file = openSync(path, 'w', 0o600)
  const numbers = new Float64Array(2)
  const set = (kept: number, made: number) => {
    numbers[0] = kept
    numbers[1] = made
    writeSync(file, numbers, 0, numbers.byteLength, 0)
  }
  set(0, 0)
  return {
    set,
    [Symbol.dispose]() {
      closeSync(file)
      rmSync(path, { force: true })
    },
  }
}

const POLL_INTERVAL_MS = 2
const MAX_POLLS = 500

/** Waits until all acknowledged events have files, including events that another process received. */
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

async function read(path: string): Promise<{ kept: number; made: number }> {
  const file = await open(path, 'r').catch(() => null)
  if (file === null) return { kept: 0, made: Infinity }
  await using opened = file
  const { buffer, bytesRead } = await opened.read(Buffer.alloc(2 * NUMBER), 0, 2 * NUMBER, 0)
  if (bytesRead < 2 * NUMBER) return { kept: 0, made: Infinity }
  const [kept = 0, made = 0] = new Float64Array(buffer.buffer, buffer.byteOffset, 2)
  return { kept, made }
}
