// Must be loaded first. To assign stray errors to tests, `node:test` tracks every promise, which costs up to 40 % of
// a file's time. Here the runner assigns the errors to the running test.
import asyncHooks from 'node:async_hooks'

const { createHook } = asyncHooks
const idle = { enable: () => idle, disable: () => idle }

asyncHooks.createHook = () => idle
await import('node:test')
asyncHooks.createHook = createHook
