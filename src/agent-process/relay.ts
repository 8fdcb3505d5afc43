// Relays bytes between standard input and the tools of the running turn, for agents that support MCP only over stdio.
const { request } = process.getBuiltinModule('node:http')

const { HUB_TOOLS_URL: url = '', HUB_TOOLS_TOKEN: token = '' } = process.env

const fail = (why: string) => {
  process.stderr.write(`${why}\n`)
  process.exitCode = 1
  process.stdin.destroy()
}

request(url, {
  headers: { authorization: `Bearer ${token}`, connection: 'Upgrade', upgrade: 'mcp-stdio' },
})
  .on('upgrade', (_response, socket, head) => {
    process.stdout.write(head)
    socket.on('error', ({ message }) => fail(message)).on('close', () => process.stdin.destroy())
    process.stdin.pipe(socket).pipe(process.stdout)
  })
  .on('response', ({ statusCode }) =>
    fail(`The Hub refused this program access to its tools (${statusCode}).`),
  )
  .on('error', ({ message }) => fail(message))
  .end()
