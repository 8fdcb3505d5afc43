/**
 * Process of one area: `node area-process.ts <area> [name …]`. Sends its outcome to its parent process and ends the
 * processes that it started.
 */
import { constants } from 'node:os'
import { missingProgram } from '../../tests/peers/clients/toolchains.ts'
import { createReport } from '../../tests/peers/report.ts'
import { PEER_AREAS } from './areas.ts'
import { killDescendants } from './descendants.ts'

/** Registered last, so that the handler that stops Postgres runs first. */
const endProcessesLast = () => process.on('exit', () => killDescendants(process.pid))
process.on('uncaughtExceptionMonitor', endProcessesLast)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    endProcessesLast()
    process.exit(128 + constants.signals[signal])
  })

const [name, ...names] = process.argv.slice(2)
const area = PEER_AREAS.find((each) => each.name === name)!
const report = createReport()
const missing = missingProgram(area)
if (missing !== null) report.lacks(area.name, missing)
else await area.run(names, report).catch((error: Error) => report.failed(error.message))
endProcessesLast()
process.send!(report.outcome, () => process.exit())
