import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeJsonBytes } from '#ground/base/json/write.ts'
import { processTurns } from '#ground/base/turn-budget.ts'
import type { HistoryTurn } from '../history.ts'

/** Writes synchronously, so that lines of concurrent turns never mix. */
export async function appendTurn(chatFolder: string, turn: HistoryTurn): Promise<void> {
  const line = Buffer.concat([await writeJsonBytes(turn, processTurns), NEWLINE])
  const append = () => appendWhole(join(chatFolder, HISTORY), line)
  try {
    append()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    await mkdir(chatFolder, { recursive: true, mode: 0o700 }) // the chat was deleted meanwhile
    append()
  }
}

const NEWLINE = Buffer.from('\n')

export const HISTORY = 'history.jsonl'

/** Removes the written part after a failed write, because the next line would otherwise be appended to this part. */
export function appendWhole(path: string, bytes: Uint8Array): void {
  const file = openSync(path, 'a', 0o600)
  let written = 0
  try {
    while (written < bytes.length) written += writeSync(file, bytes, written)
  } catch (error) {
    if (written > 0) ftruncateSync(file, fstatSync(file).size - written)
    throw error
  } finally {
    closeSync(file)
  }
}

/** Skips a line that a crash truncated. */
export const jsonLines = <T>(text: string): T[] =>
  text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as T]
    } catch {
      return []
    }
  })
