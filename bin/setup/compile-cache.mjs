import module from 'node:module'
import { join } from 'node:path'
import { root } from './tree.mjs'

// Enabled by code, because an environment variable would also apply to programs that tests start.
module.enableCompileCache(join(root, 'node_modules', '.cache', 'tests'))
