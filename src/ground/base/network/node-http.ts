/**
 * What we use of `node:http`. An import of it would read all that it exports, and with `WebSocket` load the whole of Node’s own
 * fetch: up to 45 ms and 13 MB in each process.
 */
export const { Agent, createServer, get, request, STATUS_CODES } = process.getBuiltinModule('node:http')
