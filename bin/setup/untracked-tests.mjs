// Must be loaded first. `node:test` tracks every promise to assign stray errors to tests, which costs up to 40 % of a
// file's time. Here the runner assigns them to the running test.
import asyncHooks from 'node:async_hooks'

const { createHook } = asyncHooks
const idle = { enable: () => idle, disable: () => idle }

asyncHooks.createHook = () => idle
await import('node:test')
asyncHooks.createHook = createHook
