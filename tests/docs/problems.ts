import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { parseMcpFile } from '#ground/hub/mcp-file-parse.ts'
import { openPrices } from '#core/usage/prices/table.ts'
import { freePorts } from '../support/free-ports.ts'
import { hub } from '../support/hub-command.ts'

export async function problemsOf(path: string): Promise<string[]> {
  const name = basename(path)
  if (name === 'mcp.json') return mcpProblems(await readFile(path, 'utf8'))
  if (name === 'prices.json')
    return openPrices(path).then(
      () => [],
      (error: Error) => [error.message],
    )
  const folder = hubFolderOf(path)
  if (folder === null) return []
  const file = relative(folder, path)
  const findings = await failuresOf(folder, { PATH: '/nonexistent' }) // with this PATH, `hub doctor` cannot start the folder's MCP servers
  return findings.filter((finding) => finding.startsWith(`${file}:`))
}

export async function settingsProblems(text: string): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-docs-settings-'))
  try {
    await writeFile(join(folder, 'agent.md'), 'Be brief.\n')
    await writeFile(join(folder, '.env'), text, { mode: 0o600 })
    return await failuresOf(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const mcpProblems = (text: string): string[] => {
  const parsed = parseMcpFile(text)
  return (parsed.ok ? parsed.value.complaints : parsed.refusal).map(({ message }) => message)
}

const hubFolderOf = (path: string): string | null => {
  const folder = dirname(path)
  if (folder === path) return null
  return existsSync(join(folder, 'agent.md')) ? folder : hubFolderOf(folder)
}

interface Finding {
  status: 'ok' | 'warn' | 'fail'
  subject: string
  message: string
}

async function failuresOf(folder: string, environment = {}): Promise<string[]> {
  const [PORT, BRIDGE_PORT, SVC_CHATAPP_PORT] = (await freePorts(3)).map(String) as [string, string, string]
  const { stdout, stderr } = await hub(['doctor', folder, '--json'], {
    environment: { PORT, BRIDGE_PORT, SVC_CHATAPP_PORT, ...environment },
  })
  if (stdout === '') return [stderr]
  const { findings } = JSON.parse(stdout) as { findings: Finding[] }
  return findings
    .filter(({ status }) => status === 'fail')
    .map(({ subject, message }) => `${subject}: ${message}`)
}
