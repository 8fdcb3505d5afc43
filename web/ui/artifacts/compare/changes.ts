import { structuredPatch } from 'diff'

/** `at`: line number from 1 in the newer text; for `-`, in the older text. */
export interface ChangedLine {
  sign: ' ' | '+' | '-'
  at: number
  text: string
}

export type ChangedRegions = readonly (readonly ChangedLine[])[]

export const MAX_COMPARED_LENGTH = 1_000_000
const TIMEOUT_MS = 4_000
const AROUND = 3

/** Null after a timeout. */
export function changesBetween(older: string, newer: string): Promise<ChangedRegions | null> {
  return new Promise((resolve) => {
    // With a callback, the `diff` library works in pieces, so that the page stays responsive.
    structuredPatch('', '', ended(older), ended(newer), '', '', {
      context: AROUND,
      stripTrailingCr: true,
      timeout: TIMEOUT_MS,
      callback: (patch) => resolve(patch ? patch.hunks.map(linesOf) : null),
    })
  })
}

/** Adds a missing final line end, so that the diff does not report it. */
const ended = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)

interface Hunk {
  oldStart: number
  newStart: number
  lines: readonly string[]
}

function linesOf({ oldStart, newStart, lines }: Hunk): ChangedLine[] {
  let [before, after] = [oldStart, newStart]
  const shown: ChangedLine[] = []
  for (const line of lines) {
    const sign = line[0]
    if (sign !== ' ' && sign !== '+' && sign !== '-') continue
    shown.push({ sign, at: sign === '-' ? before : after, text: line.slice(1) })
    if (sign !== '+') before += 1
    if (sign !== '-') after += 1
  }
  return shown
}
