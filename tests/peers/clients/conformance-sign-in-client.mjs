// Posts a scenario of the conformance suite to the server of `conformance-sign-in.ts`; exits with 1 on an error.
const [signInServer, url] = process.argv.slice(2)
const context = JSON.parse(process.env.MCP_CONFORMANCE_CONTEXT ?? '{}')
// A Hub's own client metadata document needs a public HTTPS address, so the test uses the suite's document.
if (process.env.MCP_CONFORMANCE_SCENARIO === 'auth/basic-cimd')
  context.client_id = 'https://conformance-test.local/client-metadata.json'
const body = JSON.stringify({ ...context, url })
const answer = await fetch(signInServer, { method: 'POST', body })
console.log(await answer.text())
process.exitCode = answer.ok ? 0 : 1
