import { styleText } from 'node:util'
import { firstLine } from '#ground/base/cut-text.ts'

/**
 * If the reader of the output closes the pipe, as `head` does, the process exits without an error. A process with a
 * SIGTERM handler, such as a server, continues without output.
 */
export function endWithReader(): void {
  for (const stream of [process.stdout, process.stderr])
    if (!stream.listeners('error').includes(endAtClosedPipe)) stream.on('error', endAtClosedPipe)
}

const endAtClosedPipe = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error
  // oxlint-disable-next-line unicorn/no-process-exit -- a command that follows a log would go on without a reader
  if (process.listenerCount('SIGTERM') === 0) process.exit(process.exitCode ?? 0)
}

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

export const printJson = (value: unknown): void => print(JSON.stringify(value))

/** Prints to standard error, so that programs never read a warning as data. */
export const printWarning = (text: string): void => {
  process.stderr.write(`${styleText('yellow', 'warning', { stream: process.stderr })} ${text}\n`)
}

export const printRemark = (text: string): void => {
  process.stderr.write(`${styleText('dim', text, { stream: process.stderr })}\n`)
}

export const printError = (text: string): void => {
  process.stderr.write(`${styleText('red', 'error', { stream: process.stderr })} ${text}\n`)
}

export const formatBold = (text: string): string => styleText('bold', text)
export const formatDim = (text: string): string => styleText('dim', text)

const MARK_COLORS = { ok: 'green', warn: 'yellow', fail: 'red' } as const

export const mark = (status: keyof typeof MARK_COLORS): string =>
  styleText(MARK_COLORS[status], status.padEnd(4))

export const alignColumns = (rows: readonly (readonly string[])[], indent = '  '): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map(
      (row) =>
        indent +
        row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd(),
    )
    .join('\n')
}

const MAX_LINE_LENGTH = 100

export const rowText = (text: string): string => firstLine(text, MAX_LINE_LENGTH)
