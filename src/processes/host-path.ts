import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { PACKAGE_FOLDER } from '#ground/base/package-folder.ts'

/** Uses this file's extension, which differs in the release bundle. */
const programPath = (name: string) => join(import.meta.dirname, `${name}${extname(import.meta.filename)}`)

export const HOST_PATH = programPath('host')
export const WORKER_PATH = programPath('worker')

const isSource = import.meta.filename.endsWith('.ts')

export const PROGRAM_FLAGS: readonly string[] = isSource
  ? [`--import=${pathToFileURL(join(PACKAGE_FOLDER, 'bin/setup/source-modules.mjs')).href}`]
  : []
