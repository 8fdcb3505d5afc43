import module from 'node:module'
import { join } from 'node:path'
import { root } from './tree.mjs'

// For processes that run tests. Programs of the tests would inherit an environment variable.
module.enableCompileCache(join(root, 'node_modules', '.cache', 'tests'))
