import assert from 'node:assert/strict'
import { get } from 'node:http'
import { text } from 'node:stream/consumers'
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
import { freePort } from '../support/free-ports.ts'
import { startSignInHub, type SignInHub } from '../support/mcp-sign-in.ts'
import { bearer, connectClient } from '../support/mcp.ts'
import { until } from '../support/until.ts'
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

  test('without a public address it signs in by each loopback name, also where keys are sent [mcp.oauth.loopback]', async (t) => {
    const hub = await startSignInHub(t, { files: GARDEN, environment: { SVC_PUBLIC_URL: '' } })
    const { person } = await hub.member('Bea')
    const { port } = new URL(hub.origin)
    for (const address of ['localhost', '127.0.0.1'].flatMap((name) => [
      `http://${name}:${port}/mcp/oauth`,
      `http://${name}:${port}/mcp`,
    ])) {
      const { origin } = new URL(address)
      const provider = rememberingProvider()
      const connect = () => {
        const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode: 'auto' } })
        const transport = new StreamableHTTPClientTransport(new URL(address), { authProvider: provider })
        t.after(() => client.close())
        return { client, transport, connected: client.connect(transport) }
      }
      const first = connect()
      await assert.rejects(first.connected, UnauthorizedError)
      const page = provider.sentTo!
      assert.equal(page.origin + page.pathname, `${origin}/portal/mcp/authorize/garden`)
      const body = { hub: 'garden', ...Object.fromEntries(page.searchParams), allow: true }
      const decided = await fetch(`${origin}/portal/api/mcp-authorization`, {
        method: 'POST',
        headers: { cookie: `token=${person.token}`, origin, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      assert.equal(decided.status, 200, await decided.clone().text())
      const back = new URL(((await decided.json()) as { redirect_to: string }).redirect_to)
      assert.equal(back.searchParams.get('iss'), `${origin}/mcp/oauth`)
      await first.transport.finishAuth(back.searchParams)
      const second = connect()
      await second.connected
      assert.deepEqual((await second.client.callTool(SAY)).content, SAID)
    }
    const foreign = await fetchAs('evil.example', hub.signInUrl)
    assert.doesNotMatch(foreign, /evil/)
  })

  test('mcp-remote without a header signs in, in any browser [mcp.oauth.clients]', async (t) => {
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
    let output = ''
    const asked = new Promise<URL>((resolve) => {
      transport.stderr!.on('data', (chunk: Buffer) => {
        output += String(chunk)
        const url = /^\s*(http\S+\/portal\/mcp\/authorize\/garden\?\S+)$/m.exec(output)?.[1]
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

/** The server's metadata document under another host name; `fetch` cannot set `Host`. */
const fetchAs = (host: string, resource: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(resource)
    const path = '/.well-known/oauth-authorization-server/mcp/oauth'
    get({ host: '127.0.0.1', port, path, headers: { host: `${host}:${port}` } }, async (answer) =>
      resolve(JSON.stringify(answer.headers) + (await text(answer))),
    ).on('error', reject)
  })

const fetchOnceThere = (url: URL): Promise<Response> => until(() => fetch(url).catch(() => null))

const allowAt = (hub: SignInHub, person: ConsoleCaller, page: URL): Promise<URL> => {
  assert.equal(page.origin + page.pathname, `${hub.origin}/portal/mcp/authorize/garden`)
  const known = ['client_id', 'redirect_uri', 'response_type', 'code_challenge', 'code_challenge_method']
  const asked = [...page.searchParams].filter(([name]) => [...known, 'resource', 'state'].includes(name))
  return hub.decide(person, { hub: 'garden', ...Object.fromEntries(asked) })
}

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
