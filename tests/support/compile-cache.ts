import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

/** Node option for our programs: a compile cache, so that they start without stripping types and compiling. */
export const COMPILE_CACHE = `--import=${pathToFileURL(join(import.meta.dirname, '../../bin/setup/compile-cache.mjs')).href}`
