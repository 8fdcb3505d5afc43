import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Peer {
  name: string
  program: string
  start(url: string, home: string): { command: [string, ...string[]]; env: Record<string, string> }
  /** True if a new process can resume a session. Otherwise the process receives the whole conversation again. */
  findsSessions: boolean
  reads(path: string, tools: readonly string[]): { call: string; input: object }
}

const programs = join(import.meta.dirname, 'programs')
const folder = join(programs, 'node_modules')

export const PEERS: readonly Peer[] = [
  {
    name: 'opencode-ai',
    findsSessions: true,
    program: join(folder, 'opencode-ai/bin/opencode.exe'),
    start(url) {
      const config = {
        model: 'fake/m',
        small_model: 'fake/m',
        autoupdate: false,
        share: 'disabled',
        permission: { external_directory: 'ask', read: 'ask' },
        provider: {
          fake: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${url}/v1`, apiKey: 'none' },
            models: { m: { name: 'm', limit: { context: 100_000, output: 4000 } } },
          },
        },
      }
      return {
        command: [this.program, 'acp'],
        env: {
          OPENCODE_CONFIG_CONTENT: JSON.stringify(config),
          OPENCODE_DISABLE_AUTOUPDATE: '1',
          OPENCODE_DISABLE_MODELS_FETCH: '1',
          OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
        },
      }
    },
    reads: (filePath) => ({ call: 'read', input: { filePath } }),
  },
  {
    name: '@google/gemini-cli',
    findsSessions: false,
    program: join(folder, '@google/gemini-cli/bundle/gemini.js'),
    start(url, home) {
      mkdirSync(join(home, '.gemini'), { recursive: true })
      const settings = {
        security: { auth: { selectedType: 'gemini-api-key' } },
        general: { enableAutoUpdate: false },
        privacy: { usageStatisticsEnabled: false },
        telemetry: { enabled: false },
      }
      writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify(settings))
      return {
        command: [process.execPath, this.program, '--acp', '--model', 'gemini-2.5-flash'],
        env: { GEMINI_API_KEY: 'none', GOOGLE_GEMINI_BASE_URL: url, GEMINI_CLI_TRUST_WORKSPACE: 'true' },
      }
    },
    reads: (path) => ({ call: 'run_shell_command', input: { command: `cat ${path}`, description: 'Reads' } }),
  },
  {
    name: '@zed-industries/codex-acp',
    findsSessions: true,
    program: join(folder, '@zed-industries/codex-acp/bin/codex-acp.js'),
    start(url, home) {
      mkdirSync(join(home, '.codex'), { recursive: true })
      const config = [
        'model = "gpt-5"',
        'model_provider = "fake"',
        'approval_policy = "untrusted"',
        '[model_providers.fake]',
        'name = "fake"',
        `base_url = "${url}/v1"`,
        'wire_api = "responses"',
        'env_key = "FAKE_KEY"',
      ]
      writeFileSync(join(home, '.codex/config.toml'), config.join('\n'))
      return {
        command: [process.execPath, this.program],
        env: { FAKE_KEY: 'none', CODEX_HOME: join(home, '.codex') },
      }
    },
    reads: (path, tools) =>
      tools.includes('exec_command')
        ? { call: 'exec_command', input: { cmd: `python3 -c "print(open('${path}').read())"` } }
        : { call: 'shell_command', input: { command: `python3 -c "print(open('${path}').read())"` } },
  },
]

/** Reason why the agent cannot start here, or null. */
export function missing({ name, program }: Peer): string | null {
  if (!existsSync(program)) return `${name} is not installed: npm run peers agents`
  const { version } = JSON.parse(readFileSync(join(folder, name, 'package.json'), 'utf8')) as {
    version: string
  }
  const { dependencies } = JSON.parse(readFileSync(join(programs, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  return version === dependencies[name] ? null : `${name} ${version} is not the pinned ${dependencies[name]}`
}
