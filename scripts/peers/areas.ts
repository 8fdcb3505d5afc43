import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../bin/setup/tree.mjs'

interface Area {
  name: string
  tries: string
  run(names: readonly string[]): Promise<boolean>
}

const AGENT_PROGRAMS = join(root, 'tests/peers/programs')
const TEMPLATE_ENGINES = join(root, '.setup/chat-template-engines')

export const PEER_AREAS: readonly Area[] = [
  {
    name: 'agents',
    tries: 'coding agents that answer for a Hub: opencode, gemini, codex',
    async run() {
      const isInstalled = await succeeds('npm', ['ci', '--no-audit', '--no-fund', '--prefix', AGENT_PROGRAMS])
      return isInstalled && succeeds('node', ['bin/test.mjs', 'tests/peers/agents.peers.ts'])
    },
  },
  {
    name: 'templates',
    tries: 'chat templates of model families, rendered by jinja2 and by the server of llama.cpp',
    async run() {
      const pip = join(TEMPLATE_ENGINES, 'bin/pip')
      const requirements = join(root, 'tests/peers/chat-templates/requirements.txt')
      return (
        (existsSync(pip) || (await succeeds('python3', ['-m', 'venv', TEMPLATE_ENGINES]))) &&
        (await succeeds(pip, ['install', '--quiet', '-r', requirements])) &&
        succeeds('node', ['bin/test.mjs', '--minutes=60', 'tests/peers/chat-templates.peers.ts'])
      )
    },
  },
  {
    name: 'clients',
    tries: 'OpenAI and MCP clients, MCP servers and the MCP conformance suite; writes docs/compatibility.md',
    run: async (names) => (await import('../../tests/peers/clients/try-clients.ts')).tryClients(names),
  },
  {
    name: 'models',
    tries: 'llama.cpp’s server with a small model as the model of a Hub; writes docs/compatibility.md',
    run: async () => (await import('../../tests/peers/models/try-models.ts')).tryModels(),
  },
  {
    name: 'open-webui',
    tries: 'releases of Open WebUI beneath the edge of a Hub, by version; writes docs/compatibility.md',
    run: async (names) =>
      (await import('../../tests/peers/open-webui/try-open-webui.ts')).tryOpenWebui(names),
  },
  {
    name: 'open-webui-clients',
    tries: 'every call of owui-client, at Open WebUI and at a Hub; writes docs/compatibility.md',
    run: async () =>
      (await import('../../tests/peers/open-webui-clients/try-open-webui-clients.ts')).tryOpenWebuiClients(),
  },
  {
    name: 'open-webui-import',
    tries: 'a real Open WebUI with accounts, groups, chats and files, imported into a Hub',
    run: async (names) =>
      (await import('../../tests/peers/open-webui-import/try-open-webui-import.ts')).tryOpenWebuiImport(
        names,
      ),
  },
  {
    name: 'identity',
    tries: 'sign-in at Keycloak and Dex; writes docs/compatibility.md',
    run: async () => (await import('../../tests/peers/identity/try-identity.ts')).tryIdentity(),
  },
  {
    name: 'front',
    tries: 'reverse proxies with the files of deploy/proxies, by name; writes docs/compatibility.md',
    run: async (names) => (await import('../../tests/peers/front/try-fronts.ts')).tryFronts(names),
  },
  {
    name: 'fuzz',
    tries: 'requests that schemathesis generates from the OpenAPI descriptions, for three minutes',
    run: async () => (await import('../../tests/peers/fuzz/try-apis.ts')).tryApis(),
  },
  {
    name: 'stores',
    tries:
      'NATS, SeaweedFS, Versity S3 Gateway and PgBouncer beneath two instances; writes docs/compatibility.md',
    run: async (names) => (await import('../../tests/peers/stores/try-stores.ts')).tryStores(names),
  },
  {
    name: 'senders',
    tries: 'Alertmanager and signing libraries of webhook senders; writes docs/compatibility.md',
    run: async () => (await import('../../tests/peers/senders/try-senders.ts')).trySenders(),
  },
]

const succeeds = (program: string, args: readonly string[]): Promise<boolean> =>
  new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit' })
    child.on('error', () => {
      console.error(`${program} is not installed`)
      resolve(false)
    })
    child.on('exit', (code) => resolve(code === 0))
  })
