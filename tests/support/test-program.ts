import { join } from 'node:path'
import { TEST_PROGRAMS } from '../../bin/setup/test-package.mjs'
import { COMPILE_CACHE } from './compile-cache.ts'

export const testProgram = (name: string): [option: string, program: string] => [
  COMPILE_CACHE,
  join(TEST_PROGRAMS, `${name}.js`),
]
