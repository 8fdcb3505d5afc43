// Loaded before everything else in a process of `npm test`. `node:test` watches every promise that is made, to know whose a
// stray error is; that costs up to two fifths of the time of a file. Here the runner tells that by which test runs.
import asyncHooks from 'node:async_hooks'

const { createHook } = asyncHooks
const idle = { enable: () => idle, disable: () => idle }

asyncHooks.createHook = () => idle
await import('node:test')
asyncHooks.createHook = createHook
