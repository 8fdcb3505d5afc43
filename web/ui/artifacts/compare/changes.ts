import { structuredPatch } from 'diff'

/** A line of two texts laid beside each other. `at` counts from 1, in the text that has it; in both, in the newer one. */
export interface ChangedLine {
  sign: ' ' | '+' | '-'
  at: number
  text: string
}

/** Lines that changed, with some around them that did not. */
export type ChangedRegions = readonly (readonly ChangedLine[])[]

/** Longer texts are not compared. */
export const MAX_COMPARED_LENGTH = 1_000_000
const TIMEOUT_MS = 4_000
const AROUND = 3

/** Changes of a text, line by line; null when the comparison takes too long. */
export function changesBetween(older: string, newer: string): Promise<ChangedRegions | null> {
  return new Promise((resolve) => {
    // In pieces, between which the page stays responsive.
    structuredPatch('', '', ended(older), ended(newer), '', '', {
      context: AROUND,
      stripTrailingCr: true,
      timeout: TIMEOUT_MS,
      callback: (patch) => resolve(patch ? patch.hunks.map(linesOf) : null),
    })
  })
}

/** Whether the last line has an end is nothing that people see. */
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
