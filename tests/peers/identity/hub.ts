import { chmod, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { callWith } from '../../open-webui/target.ts'
import { removeFolder } from '../../support/folder.ts'
import { freePorts } from '../../support/free-ports.ts'
import { runHub, type RunningHub } from '../../support/running-hub.ts'
import { writeFilesIn } from '../clients/write-files.ts'
import { DEX_CLIENT, startDex, type Dex } from './dex.ts'
import { CLIENT, CONNECTING_CLIENT, startKeycloak, type Keycloak } from './keycloak.ts'

export interface IdentityHub extends AsyncDisposable {
  readonly url: string
  readonly slug: string
  readonly hub: RunningHub
  readonly keycloak: Keycloak
  readonly dex: Dex
  readonly adminKey: string
}

/**
 * The identity providers `corp`, `closed` and `wrong` are Keycloak: with sign-up, without sign-up, with a wrong
 * secret. `dex` is Dex.
 */
export async function startIdentityHub(): Promise<IdentityHub> {
  const stack = new AsyncDisposableStack()
  const [port, keycloakPort, , dexPort] = await freePorts(4)
  const url = `http://127.0.0.1:${port}`
  try {
    const keycloak = stack.use(await startKeycloak(keycloakPort!, url))
    const dex = stack.use(await startDex(dexPort!, url))
    const folder = await mkdtemp(join(tmpdir(), 'identity-'))
    stack.defer(() => removeFolder(folder))
    await writeFilesIn(folder, { 'agent.md': '---\nname: Garden\n---\nYou look after a garden.\n' })
    await writeFile(join(folder, 'oidc.json'), JSON.stringify({ providers: providersOf(keycloak, dex) }))
    await chmod(join(folder, 'oidc.json'), 0o600)
    const hub = stack.use(
      await runHub({
        template: folder,
        fromSources: true,
        environment: {
          PORT: String(port),
          SVC_PUBLIC_URL: url,
          SVC_OIDC_FILE: 'oidc.json',
          MCP_SERVER: 'true',
          MCP_OAUTH: 'true',
          SVC_CONNECT_JOURNEY: 'true',
        },
      }),
    )
    const account = { name: 'Ann', email: 'ann@example.com', password: 'correct horse battery' }
    const { json: session } = await callWith('', 'POST', `${url}/api/v1/auths/signup`, account)
    const { json: made } = await callWith(session.token, 'POST', `${url}/api/v1/auths/api_key`)
    const adminKey = made.api_key as string
    await addConnection(url, adminKey, keycloak)
    return {
      url,
      slug: hub.ready.hubs[0]!.slug,
      hub,
      keycloak,
      dex,
      adminKey,
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    }
  } catch (error) {
    await stack.disposeAsync()
    throw error
  }
}

function providersOf(keycloak: Keycloak, dex: Dex): object[] {
  const corp = {
    id: 'corp',
    name: 'Corp',
    issuer: keycloak.issuer,
    client_id: CLIENT.id,
    client_secret: CLIENT.secret,
    sign_up: true,
    default_role: 'user',
    role_claim: String.raw`resource_access.hub\.example\.com.roles`,
    admin_values: ['hub-admin'],
    groups_claim: 'groups',
    sign_out: true,
  }
  return [
    corp,
    { ...corp, id: 'closed', name: 'Closed', sign_up: false },
    { ...corp, id: 'wrong', name: 'Wrong', client_secret: 'not-the-secret' },
    {
      id: 'dex',
      name: 'Partner',
      issuer: dex.issuer,
      client_id: DEX_CLIENT.id,
      client_secret: DEX_CLIENT.secret,
      sign_up: true,
      default_role: 'user',
      sign_out: true,
    },
  ]
}

async function addConnection(url: string, adminKey: string, { issuer }: Keycloak): Promise<void> {
  const entry = {
    url: issuer,
    path: '',
    type: 'mcp',
    auth_type: 'oauth_2.1_static',
    key: '',
    config: {
      enable: true,
      kind: 'openid',
      access_grants: [{ principal_type: 'user', principal_id: '*', permission: 'read' }],
      oauth_scope: 'email',
    },
    info: {
      id: 'desk',
      name: 'Desk',
      description: '',
      oauth_client_id: CONNECTING_CLIENT.id,
      oauth_client_secret: CONNECTING_CLIENT.secret,
    },
  }
  const added = await callWith(adminKey, 'POST', `${url}/api/v1/configs/tool_servers/desk`, entry)
  if (added.status !== 200) throw new Error(`the connection was refused: ${added.text}`)
}
