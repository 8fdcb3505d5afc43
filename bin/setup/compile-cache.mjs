import module from 'node:module'
import { join } from 'node:path'
import { root } from './tree.mjs'

// Applies to this process only. Programs that tests start would inherit an environment variable.
module.enableCompileCache(join(root, 'node_modules', '.cache', 'tests'))
