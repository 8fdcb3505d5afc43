import type { RunOutput } from '#features/work/runs/schema.ts'

/** Output that one step wrote in a row. */
export interface OutputPart {
  key: number
  step: string | null
  text: string
  /** Something before it was left out. */
  leftOut: boolean
}

/** Pieces of output joined by the step they are of, with what was left out between them. Pure. */
export function linesOf(pieces: readonly RunOutput[]): OutputPart[] {
  const parts: OutputPart[] = []
  let end = 0
  for (const { seq, step, offset, text } of pieces) {
    const last = parts.at(-1)
    const leftOut = offset > end
    if (last && last.step === step && !leftOut) last.text += text
    else parts.push({ key: seq, step, text: plain(text), leftOut })
    if (last && last.step === step && !leftOut) last.text = plain(last.text)
    end = offset + new TextEncoder().encode(text).length
  }
  return parts
}

/** Without the colours and cursor moves that programs write for terminals. */
const plain = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/\u001B\[[0-9;?]*[ -/]*[@-~]/g, '').replaceAll('\r\n', '\n')
