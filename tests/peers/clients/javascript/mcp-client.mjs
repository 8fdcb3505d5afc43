// The official MCP client. `PEER_SDK` selects version 1 or 2 of the SDK.
import { key, mainOfMcp, openBrowser, resultOf, signIn } from './peer.mjs'

const { Client, StreamableHTTPClientTransport, UnauthorizedError, options, call } =
  process.env.PEER_SDK === '1' ? await versionOne() : await versionTwo()

async function versionOne() {
  const [client, http, auth] = await Promise.all([
    import('@modelcontextprotocol/sdk/client/index.js'),
    import('@modelcontextprotocol/sdk/client/streamableHttp.js'),
    import('@modelcontextprotocol/sdk/client/auth.js'),
  ])
  const call = (one, params, more) => one.callTool(params, undefined, more)
  return { ...client, ...http, ...auth, options: {}, call }
}

async function versionTwo() {
  const call = (one, params, more) => one.callTool(params, more)
  return {
    ...(await import('@modelcontextprotocol/client')),
    options: { versionNegotiation: { mode: 'auto' } },
    call,
  }
}

async function open(url, more) {
  const client = new Client({ name: 'peer', version: '1' }, options)
  await client.connect(new StreamableHTTPClientTransport(new URL(url), more))
  return {
    tools: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, input, more) => resultOf(await call(client, { name, arguments: input }, more)),
    async prompts() {
      const names = (await client.listPrompts()).prompts.map(({ name }) => name)
      return { names, text: (await client.getPrompt({ name: names[0] })).messages[0].content.text }
    },
    async resources() {
      const uris = (await client.listResources()).resources.map(({ uri }) => uri)
      return { uris, text: (await client.readResource({ uri: uris[0] })).contents[0].text }
    },
    close: () => client.close(),
  }
}

async function openSignedIn() {
  const memory = {}
  let page
  const redirectUrl = 'http://localhost:33418/callback'
  const authProvider = {
    redirectUrl,
    clientMetadata: { client_name: 'Peer', redirect_uris: [redirectUrl] },
    clientInformation: () => memory.client,
    saveClientInformation: (client) => void (memory.client = client),
    tokens: () => memory.tokens,
    saveTokens: (tokens) => void (memory.tokens = tokens),
    redirectToAuthorization: (url) => void (page = url),
    saveCodeVerifier: (verifier) => void (memory.verifier = verifier),
    codeVerifier: () => memory.verifier,
  }
  const transport = new StreamableHTTPClientTransport(new URL(signIn), { authProvider })
  await new Client({ name: 'peer', version: '1' }, options).connect(transport).catch((error) => {
    if (!(error instanceof UnauthorizedError)) throw error
  })
  const { searchParams } = await openBrowser(page)
  await transport.finishAuth(process.env.PEER_SDK === '1' ? searchParams.get('code') : searchParams)
  return open(signIn, { authProvider })
}

await mainOfMcp(
  (url, by = key) => open(url, { requestInit: { headers: { authorization: `Bearer ${by}` } } }),
  openSignedIn,
)
