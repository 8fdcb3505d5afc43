/**
 * The used parts of `node:http`. An import would read all of its exports, and with `WebSocket` load the whole
 * of Node’s own fetch: up to 45 ms and 13 MB in each process.
 */
export const { Agent, createServer, get, request, STATUS_CODES } = process.getBuiltinModule('node:http')
