import { pino, type Logger } from 'pino'

export type Log = Logger

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

export const createLog = (name: string, level: LogLevel = 'info'): Log =>
  pino(
    {
      name,
      level,
      base: { pid: process.pid },
      formatters: { level: (label) => ({ level: label }), log: withoutSecrets },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
    },
    { write: (line) => destination.write(line) },
  )

const SECRETS = ['authorization', 'cookie', 'password', 'token', 'secret']

/** Masks secrets that a log event contains by mistake. */
function withoutSecrets(fields: Record<string, unknown>): Record<string, unknown> {
  const masked: [string, object][] = []
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value !== 'object' || value === null) continue
    const found = SECRETS.filter((secret) => Object.hasOwn(value, secret))
    if (found.length > 0) masked.push([name, maskSecretsIn(value, found)])
  }
  return masked.length === 0 ? fields : { ...fields, ...Object.fromEntries(masked) }
}

function maskSecretsIn(value: object, secrets: readonly string[]): object {
  const masks = Object.fromEntries(secrets.map((secret) => [secret, '[redacted]']))
  return value instanceof Error ? Object.assign(Object.create(value) as Error, masks) : { ...value, ...masks }
}

export interface LogDestination {
  write(line: string): void
}

let destination: LogDestination = process.stderr

export const redirectLogs = (to: LogDestination): void => {
  destination = to
}

export const silentLog = (): Log => pino({ enabled: false })
