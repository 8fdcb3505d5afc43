import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PACKAGE_FOLDER } from '#ground/base/package-folder.ts'

/** Programs of child processes. In the release bundle all files lie in one folder, hence the own extension. */
const programPath = (name: string) => join(import.meta.dirname, `${name}${extname(import.meta.filename)}`)

/** Holds roles of one Hub. */
export const HOST_PATH = programPath('host')
/** Holds several Hubs. */
export const WORKER_PATH = programPath('worker')

const isSource = import.meta.filename.endsWith('.ts')

/** What Node needs to run them as quickly as it can. */
export const PROGRAM_FLAGS: readonly string[] = isSource
  ? [`--import=${pathToFileURL(join(PACKAGE_FOLDER, 'bin/setup/source-modules.mjs')).href}`]
  : []
