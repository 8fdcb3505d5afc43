import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type WireName = 'compatible' | 'openai' | 'anthropic' | 'google'

export interface Release {
  name: string
  version: string
  wires: Readonly<Record<string, WireName>>
}

export const RELEASES: readonly Release[] = [
  {
    name: '@ai-sdk/openai',
    version: '3.0.17',
    wires: { 'src/chat': 'compatible', 'src/responses': 'openai' },
  },
  { name: '@ai-sdk/openai-compatible', version: '2.0.17', wires: { 'src/chat': 'compatible' } },
  { name: '@ai-sdk/anthropic', version: '3.0.21', wires: { src: 'anthropic' } },
  { name: '@ai-sdk/google', version: '3.0.12', wires: { src: 'google' } },
  { name: '@ai-sdk/groq', version: '3.0.14', wires: { src: 'compatible' } },
  { name: '@ai-sdk/mistral', version: '3.0.11', wires: { src: 'compatible' } },
  { name: '@ai-sdk/deepseek', version: '2.0.10', wires: { 'src/chat': 'compatible' } },
  { name: '@ai-sdk/xai', version: '3.0.31', wires: { 'src/xai-chat': 'compatible' } },
]

const run = promisify(execFile)
const TIMEOUT_MS = 60_000

export async function fetched({ name, version }: Release, cache: string): Promise<string> {
  const folder = join(cache, `${name.replace('/', '-')}-${version}`)
  if (existsSync(join(folder, 'package'))) return join(folder, 'package')
  await mkdir(folder, { recursive: true })
  const args = ['pack', '--silent', '--pack-destination', folder, `${name}@${version}`]
  const { stdout } = await run('npm', args, { timeout: TIMEOUT_MS })
  await run('tar', ['xzf', join(folder, stdout.trim()), '-C', folder], { timeout: TIMEOUT_MS })
  return join(folder, 'package')
}
