// Must be loaded first. Stops `node:test` from tracking every promise, which costs up to 40 % of a file's time.
import asyncHooks from 'node:async_hooks'

const { createHook } = asyncHooks
const idle = { enable: () => idle, disable: () => idle }

asyncHooks.createHook = () => idle
await import('node:test')
asyncHooks.createHook = createHook
