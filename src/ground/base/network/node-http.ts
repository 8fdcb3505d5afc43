/** An `import` would also load Node's `fetch`, which costs up to 45 ms and 13 MB per process. */
export const { Agent, createServer, get, request, STATUS_CODES } = process.getBuiltinModule('node:http')
