import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, CACHE, download } from '../cache.ts'
import { startProvider, type StartedProvider } from '../start-provider.ts'

export const KEYCLOAK_VERSION = '26.7.3'
const ZIP = `https://repo.maven.apache.org/maven2/org/keycloak/keycloak-quarkus-dist/${KEYCLOAK_VERSION}/keycloak-quarkus-dist-${KEYCLOAK_VERSION}.zip`
const ZIP_SHA256 = '27a6535553c3cdcd083872ba40629efafb3475e3b758e0c6f691395561dd0f1f'
const ADMIN = { username: 'admin', password: 'correct horse battery' }

/** `SVC_OIDC_ROLE_CLAIM` must escape the dots of this id. */
export const CLIENT = { id: 'hub.example.com', secret: 'the-secret-of-that-client' }
export const CONNECTING_CLIENT = { id: 'hub-connections', secret: 'another-secret' }
export const PASSWORD = 'correct horse battery'

export interface KeycloakPerson {
  username: string
  email: string
  roles?: string[]
  groups?: string[]
}

export interface Keycloak extends StartedProvider {
  readonly issuer: string
  addPerson(person: KeycloakPerson): Promise<string>
  changeEmail(id: string, email: string): Promise<void>
  removePerson(id: string): Promise<void>
  /** Ends the person's sessions; Keycloak notifies its clients. */
  endSessions(id: string): Promise<void>
  rotateKeys(): Promise<void>
}

export async function installKeycloak(): Promise<string> {
  const folder = join(CACHE, `keycloak-${KEYCLOAK_VERSION}`)
  if (existsSync(join(folder, 'bin/kc.sh'))) return folder
  await build(['unzip', '-q', '-o', await download(ZIP, ZIP_SHA256), '-d', CACHE])
  return folder
}

/** Keycloak in development mode with an imported realm and an empty database. @param hub Public address of the Hub */
export async function startKeycloak(port: number, hub: string): Promise<Keycloak> {
  const folder = await installKeycloak()
  const imported = join(folder, 'data/import')
  mkdirSync(imported, { recursive: true })
  writeFileSync(join(imported, 'team.json'), JSON.stringify(realmOf(hub)))
  const url = `http://127.0.0.1:${port}`
  const started = await startProvider({
    name: 'Keycloak',
    ready: `${url}/realms/team/.well-known/openid-configuration`,
    command: [
      join(folder, 'bin/kc.sh'),
      'start-dev',
      '--db=dev-mem',
      '--http-host=127.0.0.1',
      `--http-port=${port}`,
      '--import-realm',
    ],
    environment: {
      KC_BOOTSTRAP_ADMIN_USERNAME: ADMIN.username,
      KC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
      JAVA_OPTS_KC_HEAP: '-Xms128m -Xmx512m',
      JAVA_OPTS_APPEND: '-XX:TieredStopAtLevel=1', // halves the work of the start
      KC_HTTP_MANAGEMENT_PORT: String(port + 1),
    },
  })
  const token = async (): Promise<string> => {
    const form = { grant_type: 'password', client_id: 'admin-cli', ...ADMIN }
    const answer = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    return ((await answer.json()) as { access_token: string }).access_token
  }
  const call = async (method: string, path: string, body?: unknown): Promise<any> => {
    const answer = await fetch(`${url}/admin/realms/team${path}`, {
      method,
      headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`Keycloak answered ${method} ${path} with ${answer.status}: ${text}`)
    return text === '' ? answer.headers.get('location')?.split('/').at(-1) : JSON.parse(text)
  }
  return {
    ...started,
    issuer: `${url}/realms/team`,
    async addPerson({ username, email, roles = [], groups = [] }) {
      const id: string = await call('POST', '/users', {
        username,
        email,
        emailVerified: true,
        enabled: true,
        firstName: username,
        lastName: 'Smith',
        groups: groups.map((group) => `/${group}`),
        credentials: [{ type: 'password', value: PASSWORD, temporary: false }],
      })
      const [client] = await call('GET', `/clients?clientId=${CLIENT.id}`)
      for (const role of roles) {
        const found = await call('GET', `/clients/${client.id}/roles/${role}`)
        await call('POST', `/users/${id}/role-mappings/clients/${client.id}`, [found])
      }
      return id
    },
    changeEmail: (id, email) => call('PUT', `/users/${id}`, { email, emailVerified: true }),
    removePerson: (id) => call('DELETE', `/users/${id}`),
    endSessions: (id) => call('POST', `/users/${id}/logout`),
    async rotateKeys() {
      const { id } = await call('GET', '')
      await call('POST', '/components', {
        name: 'new-key',
        providerId: 'rsa-generated',
        providerType: 'org.keycloak.keys.KeyProvider',
        parentId: id,
        config: { priority: ['500'], active: ['true'], enabled: ['true'], keySize: ['2048'] },
      })
    },
  }
}

const realmOf = (hub: string) => ({
  realm: 'team',
  enabled: true,
  sslRequired: 'none',
  clients: [
    {
      clientId: CLIENT.id,
      secret: CLIENT.secret,
      redirectUris: ['corp', 'closed', 'wrong'].map((id) => `${hub}/oauth/${id}/callback`),
      attributes: {
        'post.logout.redirect.uris': `${hub}/auth`,
        'backchannel.logout.url': `${hub}/oauth/corp/backchannel`,
        'backchannel.logout.session.required': 'true',
        'pkce.code.challenge.method': 'S256',
      },
      protocolMappers: [
        mapper('oidc-usermodel-client-role-mapper', {
          'claim.name': 'resource_access.${client_id}.roles',
          'usermodel.clientRoleMapping.clientId': CLIENT.id,
          multivalued: 'true',
          'jsonType.label': 'String',
        }),
        mapper('oidc-group-membership-mapper', { 'claim.name': 'groups', 'full.path': 'false' }),
      ],
    },
    {
      clientId: CONNECTING_CLIENT.id,
      secret: CONNECTING_CLIENT.secret,
      redirectUris: [`${hub}/oauth/clients/mcp:desk/callback`],
      defaultClientScopes: ['basic', 'profile', 'email'],
      optionalClientScopes: [],
    },
  ],
  roles: { client: { [CLIENT.id]: [{ name: 'hub-admin' }, { name: 'hub-user' }] } },
  groups: [{ name: 'gardeners' }],
})

const mapper = (protocolMapper: string, config: Record<string, string>) => ({
  name: protocolMapper,
  protocol: 'openid-connect',
  protocolMapper,
  config: { 'id.token.claim': 'true', 'userinfo.token.claim': 'true', ...config },
})
