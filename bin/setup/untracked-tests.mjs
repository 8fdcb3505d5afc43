// Loaded first in a process of `npm test`. `node:test` watches every promise, to find the owner of a stray
// error; that costs up to two fifths of the time of a file. Here the runner assigns it to the running test.
import asyncHooks from 'node:async_hooks'

const { createHook } = asyncHooks
const idle = { enable: () => idle, disable: () => idle }

asyncHooks.createHook = () => idle
await import('node:test')
asyncHooks.createHook = createHook
