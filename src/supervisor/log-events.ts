/** The format equals that of `#ground/base/log.ts`, which the supervisor does not load, to stay small. */
export type WriteEvent = (
  level: 'info' | 'warn' | 'error',
  event: string,
  fields: object,
  text: string,
) => void

export interface WorkerEnd {
  name: string
  pid: number | undefined
  code: number | null
  signal: string | null
  /** Null if the process exited on its own. */
  why: string | null
  /** Folders of the Hubs whose own code was running when the process ended, or that exhausted the process's memory. */
  hubs: readonly string[]
}

export const howOf = ({ why, signal, code }: Pick<WorkerEnd, 'why' | 'signal' | 'code'>): string =>
  why ?? signal ?? `exit code ${code}`

export const supervisorEvents = (write: WriteEvent) => ({
  hubStarted: (e: { mode: string; pids: readonly (number | null)[] }) =>
    write('info', 'hub.started', e, 'hub started'),
  childExited: (e: {
    name: string
    pid: number | undefined
    code: number | null
    signal: string | null
    restartInMs: number
  }) => write('warn', 'child.exited', rename(e), `${e.name} ended; starting it again`),
  childRestarted: (e: { name: string; pid: number | undefined }) =>
    write('warn', 'child.restarted', rename(e), `${e.name} is running again`),
  childReplaced: (e: { name: string; pid: number | undefined }) =>
    write('info', 'child.replaced', rename(e), `${e.name} has a new process`),
  childKilled: (e: { name: string; afterMs: number }) =>
    write('warn', 'child.killed', rename(e), `${e.name} did not stop in time`),
  childTooLarge: (e: { name: string; pid: number | undefined; heldMb: number; limitMb: number }) =>
    write('warn', 'child.too_large', rename(e), `${e.name} uses too much memory; stopping it`),
  workerEnded: (e: WorkerEnd & { restartInMs: number }) =>
    write('warn', 'worker.ended', rename(e), `${e.name} ended; starting it again`),
  workerHung: (e: { name: string; pid: number | undefined; silentMs: number; hubs: readonly string[] }) =>
    write('warn', 'worker.hung', rename(e), `${e.name} does not respond; stopping it`),
  workerTooLarge: (e: {
    name: string
    pid: number | undefined
    heldMb: number
    limitMb: number
    hubs: readonly string[]
  }) => write('warn', 'worker.too_large', rename(e), `${e.name} uses too much memory; stopping it`),
  hubStopped: () => write('info', 'hub.stopped', {}, 'hub stopped'),
  hubServed: (e: { hub: string; folder: string; bridge: string; pids: readonly (number | null)[] }) =>
    write('info', 'hub.served', e, 'the gateway serves this Hub'),
  hubRestarting: (e: { hub: string; folder: string }) =>
    write('info', 'hub.restarting', e, 'restarting a Hub because its settings changed'),
  hubRemark: (e: { hub: string; folder: string; reason: string }) =>
    write('warn', 'hub.remark', e, 'a Hub has a problem'),
  hubBroken: (e: { folder: string; reason: string }) =>
    write('warn', 'hub.broken', e, 'a Hub is not served until its problem is fixed'),
  hubIsolated: (e: { hub: string; folder: string; reason: string }) =>
    write('warn', 'hub.set_apart', e, 'moved a Hub into a separate process'),
  hubProcessRestarted: (e: { hub: string; folder: string; reason: string }) =>
    write('warn', 'hub.cut_off', e, 'restarting the process of a Hub'),
  hubRemoved: (e: { folder: string }) => write('info', 'hub.gone', e, 'a Hub was removed; its data is kept'),
  gatewaySettingsChanged: (e: { file: string }) =>
    write(
      'warn',
      'gateway.settings_changed',
      e,
      'changed settings of the gateway take effect after a restart',
    ),
  gatewayFailed: (e: { reason: string }) =>
    write('error', 'gateway.failed', e, 'the gateway failed to check its Hubs'),
})

export type SupervisorEvents = ReturnType<typeof supervisorEvents>

export const eventWriter =
  (output: (line: string) => void, now: () => number): WriteEvent =>
  (level, event, fields, text) =>
    output(
      JSON.stringify({
        level,
        time: new Date(now()).toISOString(),
        pid: process.pid,
        name: 'supervisor',
        event,
        ...fields,
        msg: text,
      }),
    )

const rename = ({ name, pid, ...rest }: { name: string; pid?: number }) => ({
  process: name,
  process_pid: pid,
  ...rest,
})
