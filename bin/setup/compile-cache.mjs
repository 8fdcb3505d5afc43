import module from 'node:module'
import { join } from 'node:path'
import { root } from './tree.mjs'

// For processes that run tests: without it all of them strip types and compile the same modules again. Not by the
// environment, which the programs that tests start would inherit.
module.enableCompileCache(join(root, 'node_modules', '.cache', 'tests'))
