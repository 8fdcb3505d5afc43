import { pino, type Logger } from 'pino'

/**
 * A structured log: one JSON object per line on standard error, which the supervisor collects.
 * Call sites are the log events of a `log-events.ts`, never the logger itself.
 */
export type Log = Logger

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export const createLog = (name: string, level: LogLevel = 'info'): Log =>
  pino(
    {
      name,
      level,
      base: { pid: process.pid },
      formatters: { level: (label) => ({ level: label }) },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      // A second fence: log events name their fields one by one, so none of these should ever get here.
      redact: {
        paths: ['*.authorization', '*.cookie', '*.password', '*.token', '*.secret'],
        censor: '[redacted]',
      },
    },
    { write: (line) => destination.write(line) },
  )

/** Somewhere log lines go, one call each. */
export interface LogDestination {
  write(line: string): void
}

let destination: LogDestination = process.stderr

/** Send every log of this process elsewhere, for a process that has no supervisor to read its standard error. */
export const redirectLogs = (to: LogDestination): void => {
  destination = to
}

export const silentLog = (): Log => pino({ enabled: false })
