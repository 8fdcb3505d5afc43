export const SERVED_HUBS_VARIABLE = 'SVC_SERVED_HUBS'
export const PROCESS_TROUBLE_VARIABLE = 'SVC_PROCESS_TROUBLE'
/** Set by every supervisor: id of this start, shared by all its processes. */
export const INSTANCE_VARIABLE = 'SVC_MACHINE'

/** Deletes variables that are meant for this process only, so that programs started by tools do not inherit them. */
export function forgetOwnVariables(): void {
  for (const name of ['NODE_COMPILE_CACHE', 'MALLOC_ARENA_MAX']) delete process.env[name]
}
