import { extname, join } from 'node:path'

/** The program a child process runs. In the release bundle all files lie in one folder, hence the own extension. */
export const HOST_PATH = join(import.meta.dirname, `host${extname(import.meta.filename)}`)
