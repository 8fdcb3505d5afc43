import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PACKAGE_FOLDER } from '#ground/base/package-folder.ts'

/**
 * Path of a child process's program. The program has the folder and the extension of this file, because the release
 * bundle has all files in one folder.
 */
const programPath = (name: string) => join(import.meta.dirname, `${name}${extname(import.meta.filename)}`)

/** Program that runs roles of one Hub. */
export const HOST_PATH = programPath('host')
/** Program that runs several Hubs. */
export const WORKER_PATH = programPath('worker')

const isSource = import.meta.filename.endsWith('.ts')

export const PROGRAM_FLAGS: readonly string[] = isSource
  ? [`--import=${pathToFileURL(join(PACKAGE_FOLDER, 'bin/setup/source-modules.mjs')).href}`]
  : []
