import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

/** Node option that enables a compile cache, so that programs start without compiling. */
export const COMPILE_CACHE = `--import=${pathToFileURL(join(import.meta.dirname, '../../bin/setup/compile-cache.mjs')).href}`
