import { styleText } from 'node:util'
import type { LogFile } from './log-file.ts'
import { shownLine } from './log-line.ts'

const COLORS = { warn: 'yellow', error: 'red', text: 'dim' } as const

export interface ProcessOutput {
  /** Chunks may split lines. */
  write(name: string, chunk: string): void
}

/** Longer lines are cut, so that one process cannot exhaust the supervisor's memory. */
const MAX_LINE_LENGTH = 64 * 1024

export function createProcessOutput(
  logFile: LogFile,
  { of = '', terminal = process.stderr }: { of?: string; terminal?: NodeJS.WriteStream } = {},
): ProcessOutput {
  const prefix = of && `${of} `
  const started = new Map<string, string>()
  const show = (name: string, line: string) => {
    logFile.append(line)
    const shown = shownLine(name, line)
    if (shown)
      terminal.write(`${styleText(COLORS[shown.level], prefix + shown.text, { stream: terminal })}\n`)
  }
  return {
    write(name, chunk) {
      const lines = ((started.get(name) ?? '') + chunk).split('\n')
      const rest = lines.pop()!
      for (const line of lines) show(name, line)
      started.set(name, rest.length > MAX_LINE_LENGTH ? (show(name, rest), '') : rest)
    },
  }
}
