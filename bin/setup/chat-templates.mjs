import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { withLock } from './lock.mjs'
import { reportStep, SetupFailure } from './report.mjs'
import { run } from './run.mjs'
import { maySetUp, root } from './tree.mjs'

const RELEASE = { name: 'llama-cpp-python', version: '0.3.36' }
const SHA256 = '832db0699007f1be95a7e41ef12e88926b02ba836461e36a36372db2760c1a2e'

export const chatTemplatesFolder = join(root, '.setup', `chat-templates-${RELEASE.version}`)

/** If Python or its package registry is unavailable, tests of templates are skipped. */
export async function ensureChatTemplates() {
  if (existsSync(chatTemplatesFolder) || !maySetUp()) return
  try {
    await withLock('chat-templates', async () => {
      if (existsSync(chatTemplatesFolder)) return
      await reportStep('downloading the chat templates of model families', download)
    })
  } catch (error) {
    if (!(error instanceof SetupFailure)) throw error
    process.stderr.write(`hub: the tests of chat templates are skipped: ${error.message}\n`)
  }
}

async function download() {
  mkdirSync(join(root, '.setup'), { recursive: true })
  const folder = mkdtempSync(join(root, '.setup', 'chat-templates-'))
  try {
    const { name, version } = RELEASE
    const list = join(folder, 'requirements.txt')
    writeFileSync(list, `${name}==${version} --hash=sha256:${SHA256}\n`)
    const args = [
      '-m',
      'pip',
      'download',
      '--no-deps',
      '--no-binary',
      name,
      '--require-hashes',
      '--retries',
      '1',
    ]
    await run('python3', [...args, '--dest', folder, '-r', list], {
      cwd: folder,
      doing: 'downloading the source of llama.cpp',
    })
    const archive = readdirSync(folder).find((file) => file.endsWith('.tar.gz'))
    const templates = join(folder, 'templates')
    mkdirSync(templates)
    const wanted = '*/llama.cpp/models/templates/*.jinja'
    await run('tar', ['xzf', archive, '-C', templates, '--strip-components=5', '--wildcards', wanted], {
      cwd: folder,
      doing: 'unpacking the chat templates',
    })
    renameSync(templates, chatTemplatesFolder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
