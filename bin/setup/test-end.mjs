// A copy of this file is loaded after each test file, so that its hook is the last of the run.
import { after } from 'node:test'

after(() => process.emit('test file ended'))
