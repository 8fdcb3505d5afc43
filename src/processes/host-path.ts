import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PACKAGE_FOLDER } from '#ground/base/package-folder.ts'

/**
 * Programs of child processes. In the release bundle all files are in one folder, hence the own extension.
 */
const programPath = (name: string) => join(import.meta.dirname, `${name}${extname(import.meta.filename)}`)

/** Holds roles of one Hub. */
export const HOST_PATH = programPath('host')
/** Holds several Hubs. */
export const WORKER_PATH = programPath('worker')

const isSource = import.meta.filename.endsWith('.ts')

/** Node's flags for a fast start. */
export const PROGRAM_FLAGS: readonly string[] = isSource
  ? [`--import=${pathToFileURL(join(PACKAGE_FOLDER, 'bin/setup/source-modules.mjs')).href}`]
  : []
