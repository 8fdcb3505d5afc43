import { extname, join } from 'node:path'

/** Programs of child processes. In the release bundle all files lie in one folder, hence the own extension. */
const programPath = (name: string) => join(import.meta.dirname, `${name}${extname(import.meta.filename)}`)

/** Holds roles of one Hub. */
export const HOST_PATH = programPath('host')
/** Holds several Hubs. */
export const WORKER_PATH = programPath('worker')
