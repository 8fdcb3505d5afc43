import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../bin/setup/tree.mjs'
import type { AreaReport } from '../../tests/peers/report.ts'

export interface Area {
  name: string
  tries: string
  /** Programs without which the area cannot run. */
  needs: readonly string[]
  /** Optional programs. If one is missing, the area skips what needs it. */
  uses?: readonly string[]
  run(names: readonly string[], report: AreaReport): Promise<void>
}

const AGENT_PROGRAMS = join(root, 'tests/peers/programs')
const TEMPLATE_ENGINES = join(root, '.setup/chat-template-engines')
const LANGUAGES = ['npm', 'python3', 'go', 'cargo', 'mvn', 'javac', 'java']

export const PEER_AREAS: readonly Area[] = [
  {
    name: 'agents',
    tries: 'coding agents that answer for a Hub: opencode, gemini, codex',
    needs: ['npm'],
    async run(_names, report) {
      // Uses `npm install`, because the lock file lacks packages for other systems and `npm ci` would refuse it.
      const options = ['--no-save', '--no-audit', '--no-fund', '--prefix', AGENT_PROGRAMS]
      await must('npm', ['install', ...options])
      await must('node', ['bin/test.mjs', 'tests/peers/agents.peers.ts'])
      report.passed(1)
    },
  },
  {
    name: 'templates',
    tries: 'chat templates of model families, rendered by jinja2 and by the server of llama.cpp',
    needs: ['python3'],
    async run(_names, report) {
      const pip = join(TEMPLATE_ENGINES, 'bin/pip')
      if (!existsSync(pip)) await must('python3', ['-m', 'venv', TEMPLATE_ENGINES])
      await must(pip, ['install', '--quiet', '-r', join(root, 'tests/peers/chat-templates/requirements.txt')])
      await must('node', ['bin/test.mjs', '--minutes=60', 'tests/peers/chat-templates.peers.ts'])
      report.passed(1)
    },
  },
  {
    name: 'clients',
    tries: 'OpenAI and MCP clients, MCP servers and the MCP conformance suite, by id',
    needs: ['npm'],
    uses: LANGUAGES,
    run: async (names, report) =>
      (await import('../../tests/peers/clients/try-clients.ts')).tryClients(names, report),
  },
  {
    name: 'models',
    tries: 'llama.cpp’s server with a small model, and LiteLLM, as the model of a Hub',
    needs: ['python3'],
    run: async (_names, report) => (await import('../../tests/peers/models/try-models.ts')).tryModels(report),
  },
  {
    name: 'open-webui',
    tries: 'releases of Open WebUI beneath the edge of a Hub, by version',
    needs: ['python3'],
    run: async (names, report) =>
      (await import('../../tests/peers/open-webui/try-open-webui.ts')).tryOpenWebui(names, report),
  },
  {
    name: 'open-webui-clients',
    tries: 'every call of owui-client, at Open WebUI and at a Hub',
    needs: ['python3'],
    run: async (_names, report) =>
      (await import('../../tests/peers/open-webui-clients/try-open-webui-clients.ts')).tryOpenWebuiClients(
        report,
      ),
  },
  {
    name: 'open-webui-import',
    tries: 'a real Open WebUI with accounts, groups, chats and files, imported into a Hub, by version',
    needs: ['python3'],
    run: async (names, report) =>
      (await import('../../tests/peers/open-webui-import/try-open-webui-import.ts')).tryOpenWebuiImport(
        names,
        report,
      ),
  },
  {
    name: 'identity',
    tries: 'sign-in at Keycloak and Dex',
    needs: ['java', 'unzip', 'go'],
    run: async (_names, report) =>
      (await import('../../tests/peers/identity/try-identity.ts')).tryIdentity(report),
  },
  {
    name: 'front',
    tries: 'reverse proxies with the files of deploy/proxies, by name',
    needs: ['openssl'],
    uses: ['curl', 'go', 'apt-get', 'dpkg'],
    run: async (names, report) =>
      (await import('../../tests/peers/front/try-fronts.ts')).tryFronts(names, report),
  },
  {
    name: 'fuzz',
    tries: 'requests that schemathesis generates from the OpenAPI descriptions, for three minutes',
    needs: ['python3'],
    run: async (_names, report) => (await import('../../tests/peers/fuzz/try-apis.ts')).tryApis(report),
  },
  {
    name: 'stores',
    tries: 'NATS, SeaweedFS, Versity S3 Gateway and PgBouncer beneath two instances, by name',
    needs: [],
    uses: ['go', 'openssl', 'python3'],
    run: async (names, report) =>
      (await import('../../tests/peers/stores/try-stores.ts')).tryStores(names, report),
  },
  {
    name: 'senders',
    tries: 'Alertmanager, and libraries and examples that sign webhooks',
    needs: [],
    uses: LANGUAGES,
    run: async (_names, report) =>
      (await import('../../tests/peers/senders/try-senders.ts')).trySenders(report),
  },
]

const must = (program: string, args: readonly string[]): Promise<void> =>
  new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit' })
    child.on('error', reject)
    child.on('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`${program} ${args[0]} ended with status ${code}`)),
    )
  })
