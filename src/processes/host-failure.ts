import { BadConfiguration } from '#ground/base/environment.ts'
import { PortTaken } from '#ground/base/http-server.ts'
import { createLog } from '#ground/base/log.ts'
import { outsideTrouble } from '#ground/base/outside-trouble.ts'
import type { StartFailure } from './host-message.ts'

export function startFailureOf(error: unknown): StartFailure {
  const { stack, message } = error instanceof Error ? error : { stack: undefined, message: String(error) }
  const reason = reasonOf(error)
  if (reason === 'fault') process.stderr.write(`${stack ?? message}\n`)
  if (reason === 'outside')
    createLog('host').info({ event: 'host.start_failed', err: error }, 'could not start')
  return { reason, message: outsideTrouble(error) ?? message }
}

const reasonOf = (error: unknown): StartFailure['reason'] => {
  if (error instanceof BadConfiguration) return 'configuration'
  if (error instanceof PortTaken) return 'port_taken'
  // Compares the name, because only a bridge should load the class's module.
  if (error instanceof Error && error.name === 'NotAHub') return 'not_a_hub'
  return outsideTrouble(error) === null ? 'fault' : 'outside'
}
