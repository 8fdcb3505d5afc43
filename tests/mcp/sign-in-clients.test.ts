import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { suite, test } from 'node:test'
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type OAuthClientInformationMixed,
  type OAuthClientProvider,
  type OAuthTokens,
} from '@modelcontextprotocol/client'
import { OldClient, programOf, StdioClientTransport } from '../clients/clients.ts'
import type { ConsoleCaller } from '../support/console.ts'
import { folderWith } from '../support/folder.ts'
import { startSignInHub, type SignInHub } from '../support/mcp-sign-in.ts'
import { bearer, connectClient } from '../support/mcp.ts'
import { GARDEN } from './garden.ts'

const SAY = { name: 'echo', arguments: { text: 'Good morning' } }
const SAID = [{ type: 'text', text: 'Good morning' }]

suite('programs that sign people in', () => {
  test('the official client finds its way from the address alone, and renews its token [mcp.oauth.clients]', async (t) => {
    const hub = await startSignInHub(t, { files: GARDEN })
    const { person } = await hub.member('Bea')
    const provider = rememberingProvider()
    const connect = () => {
      const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
      const transport = new StreamableHTTPClientTransport(new URL(hub.signInUrl), { authProvider: provider })
      t.after(() => client.close())
      return { client, transport, connected: client.connect(transport) }
    }
    const first = connect()
    await assert.rejects(first.connected, UnauthorizedError)
    const back = await allowAt(hub, person, provider.sentTo!)
    assert.equal(back.searchParams.get('state'), 'of the test')
    await first.transport.finishAuth(back.searchParams)
    const second = connect()
    await second.connected
    assert.deepEqual((await second.client.callTool(SAY)).content, SAID)

    const before = provider.tokens()!
    await hub.store.db
      .updateTable('mcp_tokens')
      .set({ expires_at_ms: 1 })
      .where('kind', '=', 'access')
      .execute()
    const third = connect()
    await third.connected
    assert.deepEqual((await third.client.callTool(SAY)).content, SAID)
    assert.notEqual(provider.tokens()!.refresh_token, before.refresh_token)
  })

  test('mcp-remote without a header signs in, in whatever browser [mcp.oauth.clients]', async (t) => {
    const hub = await startSignInHub(t, { files: GARDEN })
    const { person } = await hub.member('Bea')
    const home = await folderWith(t, {})
    const port = await freePort()
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [programOf('mcp-remote', 'mcp-remote'), hub.signInUrl, String(port), '--allow-http'],
      env: { HOME: home, MCP_REMOTE_CONFIG_DIR: home, PATH: home },
      stderr: 'pipe',
    })
    let said = ''
    const asked = new Promise<URL>((resolve) => {
      transport.stderr!.on('data', (chunk: Buffer) => {
        said += String(chunk)
        const url = /^\s*(http\S+\/portal\/mcp\/authorize\/garden\?\S+)$/m.exec(said)?.[1]
        if (url) resolve(new URL(url))
      })
    })
    const client = new OldClient({ name: 'test', version: '1' })
    t.after(() => client.close())
    const connected = client.connect(transport)
    const back = await allowAt(hub, person, await asked)
    assert.equal((await fetchOnceThere(back)).status, 200)
    await connected
    assert.deepEqual((await client.callTool(SAY)).content, SAID)
  })

  test('programs with a key find no sign-in, so they keep their key [mcp.oauth.clients]', async (t) => {
    const hub = await startSignInHub(t, { files: GARDEN })
    const { key } = await hub.member('Bea')
    const client = await connectClient(t, `${hub.origin}/mcp`, key)
    assert.deepEqual((await client.callTool(SAY)).content, SAID)
    const provider = rememberingProvider()
    const withBoth = new Client({ name: 'test', version: '1' })
    const requestInit = { headers: bearer('sk-revoked') }
    const transport = new StreamableHTTPClientTransport(new URL(`${hub.origin}/mcp`), {
      authProvider: provider,
      requestInit,
    })
    await assert.rejects(withBoth.connect(transport))
    assert.equal(provider.sentTo, null, 'nobody is sent to a browser')
  })
})

/** The program opens its port once it has tried to open a browser. */
const fetchOnceThere = async (url: URL): Promise<Response> => {
  for (;;) {
    const answer = await fetch(url).catch(() => null)
    if (answer) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

/** What the page does once the person pressed Allow. */
const allowAt = (hub: SignInHub, person: ConsoleCaller, page: URL): Promise<URL> => {
  assert.equal(page.origin + page.pathname, `${hub.origin}/portal/mcp/authorize/garden`)
  const known = [
    'client_id',
    'redirect_uri',
    'response_type',
    'code_challenge',
    'code_challenge_method',
  ]
  const asked = [...page.searchParams].filter(([name]) => [...known, 'resource', 'state'].includes(name))
  return hub.decide(person, { hub: 'garden', ...Object.fromEntries(asked) })
}

/** A program's memory, and where it last sent its person. */
function rememberingProvider() {
  const memory: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string } = {}
  const provider = {
    sentTo: null as URL | null,
    redirectUrl: 'http://localhost:33418/callback',
    clientMetadata: { client_name: 'Official client', redirect_uris: ['http://localhost:33418/callback'] },
    state: () => 'of the test',
    clientInformation: () => memory.client,
    saveClientInformation: (client: OAuthClientInformationMixed) => void (memory.client = client),
    tokens: () => memory.tokens,
    saveTokens: (tokens: OAuthTokens) => void (memory.tokens = tokens),
    redirectToAuthorization: (url: URL) => void (provider.sentTo = url),
    saveCodeVerifier: (verifier: string) => void (memory.verifier = verifier),
    codeVerifier: () => memory.verifier!,
  }
  return provider satisfies OAuthClientProvider
}

const freePort = async (): Promise<number> => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}
