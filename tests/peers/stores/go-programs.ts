import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { CACHE, GO_ENVIRONMENT } from '../cache.ts'

const PROGRAMS = join(CACHE, 'go-programs')
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

export interface GoProgram {
  name: string
  module: string
  version: string
  package: string
  /** Files that the module embeds but does not contain, such as built pages. */
  placeholders?: readonly string[]
}

export const NATS_SERVER: GoProgram = {
  name: 'nats-server',
  module: 'github.com/nats-io/nats-server/v2',
  version: 'v2.15.3',
  package: '.',
}
export const VERSITYGW: GoProgram = {
  name: 'versitygw',
  module: 'github.com/versity/versitygw',
  version: 'v1.8.0',
  package: './cmd/versitygw',
}
export const ALERTMANAGER: GoProgram = {
  name: 'alertmanager',
  module: 'github.com/prometheus/alertmanager',
  version: 'v0.35.0',
  package: './cmd/alertmanager',
  placeholders: ['ui/app/dist/elm/index.html', 'ui/app/dist/mantine/index.html'],
}

/**
 * Does not use `go install`, which refuses modules with `replace` directives.
 * @returns Path of the program.
 */
export async function installGoProgram(program: GoProgram): Promise<string> {
  const path = join(PROGRAMS, `${program.name}-${program.version}`)
  if (existsSync(path)) return path
  console.log(`building ${program.module} ${program.version}`)
  const environment = {
    ...process.env,
    CGO_ENABLED: '0',
    ...GO_ENVIRONMENT,
    GOFLAGS: '-modcacherw -buildvcs=false',
  }
  const go = async (args: readonly string[], cwd: string): Promise<string> => {
    const options = { cwd, env: environment, maxBuffer: MAX_OUTPUT_BYTES }
    return (await promisify(execFile)('nice', ['-n', '10', 'go', ...args], options)).stdout
  }
  mkdirSync(PROGRAMS, { recursive: true })
  const downloaded = await go(['mod', 'download', '-json', `${program.module}@${program.version}`], PROGRAMS)
  const { Dir: source } = JSON.parse(downloaded) as { Dir: string }
  const folder = mkdtempSync(join(tmpdir(), 'hub-go-'))
  try {
    cpSync(source, folder, { recursive: true })
    for (const placeholder of program.placeholders ?? []) {
      mkdirSync(dirname(join(folder, placeholder)), { recursive: true })
      writeFileSync(join(folder, placeholder), '')
    }
    await go(['build', '-p', '2', '-ldflags=-s -w', '-o', path, program.package], folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
  return path
}
