/** An `import` would read all exports and load Node's `fetch`: up to 45 ms and 13 MB per process. */
export const { Agent, createServer, get, request, STATUS_CODES } = process.getBuiltinModule('node:http')
