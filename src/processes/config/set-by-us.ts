/** Set by the supervisor of a gateway, never by people: the file with its served Hubs. */
export const SERVED_HUBS_VARIABLE = 'SVC_SERVED_HUBS'
/** The same: the error of the Hub's last process, in a sentence for people. */
export const PROCESS_TROUBLE_VARIABLE = 'SVC_PROCESS_TROUBLE'
/** Set by every supervisor: the id of this start, which all its processes share. */
export const INSTANCE_VARIABLE = 'SVC_MACHINE'

/** Forget what a process of ours was started with for itself alone: programs that a tool starts don't get it. */
export function forgetOwnVariables(): void {
  for (const name of ['NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX']) delete process.env[name]
}
