import module from 'node:module'
import { join } from 'node:path'
import { root } from './tree.mjs'

// Compile cache for processes that run tests, so that they do not strip types and compile the same modules again. Not
// set by an environment variable, which programs of the tests would inherit.
module.enableCompileCache(join(root, 'node_modules', '.cache', 'tests'))
