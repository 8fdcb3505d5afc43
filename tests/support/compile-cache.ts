import { pathToFileURL } from 'node:url'
import { join } from 'node:path'

/** An option of Node for a program of ours, which then starts without stripping types and compiling all it imports. */
export const COMPILE_CACHE = `--import=${pathToFileURL(join(import.meta.dirname, '../../bin/setup/compile-cache.mjs')).href}`
