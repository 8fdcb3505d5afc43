// Loaded after a test file, as a copy of its own: its hook is the last of the file's, when all else is over.
import { after } from 'node:test'

after(() => process.emit('test file ended'))
