// Posts one scenario of the conformance suite to the server of `conformance-sign-in.ts`, and exits with 1 when that fails.
const [signInServer, url] = process.argv.slice(2)
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}')
// The documents of a Hub need a public https address, so the administrator enters the address of the suite's document.
if (process.env.MCP_CONFORMANCE_SCENARIO === 'auth/basic-cimd')
  context.client_id = 'https://conformance-test.local/client-metadata.json'
const body = JSON.stringify({ ...context, url })
const answer = await fetch(signInServer, { method: 'POST', body })
console.log(await answer.text())
process.exitCode = answer.ok ? 0 : 1
