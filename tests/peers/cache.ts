import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../bin/setup/tree.mjs'

/** Programs of other makers; outside the source tree, so that tests and commits ignore them. */
export const CACHE = join(root, 'node_modules/.cache/peers')

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024
const execute = promisify(execFile)

/** Low priority, because builds take minutes. @returns What the program printed */
export async function build(
  command: readonly [string, ...string[]],
  { cwd = root, environment = {} }: { cwd?: string; environment?: Record<string, string> } = {},
): Promise<string> {
  const env = { ...process.env, ...environment }
  const { stdout } = await execute('nice', ['-n', '10', ...command], {
    cwd,
    env,
    maxBuffer: MAX_OUTPUT_BYTES,
  })
  return stdout
}

/** The Go checksum database verifies the module. @returns Path of the program */
export async function installGo(path: string, version: string): Promise<string> {
  const bin = join(CACHE, 'go-programs', version)
  const program = join(bin, /\/v\d+$/.test(path) ? path.split('/').at(-2)! : path.split('/').at(-1)!)
  if (existsSync(program)) return program
  console.log(`building ${path} ${version}`)
  await build(['go', 'install', '-p', '1', `${path}@${version}`], {
    environment: { ...GO_ENVIRONMENT, GOBIN: bin },
  })
  return program
}

export async function buildGo(folder: string, path = '.'): Promise<string> {
  const program = join(CACHE, 'go-programs', basename(folder))
  await build(['go', 'build', '-p', '1', '-o', program, path], {
    cwd: folder,
    environment: { ...GO_ENVIRONMENT, GOFLAGS: '-mod=readonly -modcacherw', CGO_ENABLED: '0' },
  })
  return program
}

export const GO_ENVIRONMENT = {
  GOMODCACHE: join(CACHE, 'go/mod'),
  GOCACHE: join(CACHE, 'go/build'),
  GOFLAGS: '-modcacherw',
}

/** Unpacks Debian packages without installing them. */
export async function unpackDebian(packages: readonly string[]): Promise<string> {
  const folder = join(CACHE, 'debian', packages[0]!)
  if (existsSync(join(folder, 'usr'))) return folder
  mkdirSync(folder, { recursive: true })
  await build(['apt-get', 'download', ...packages], { cwd: folder })
  for (const file of globSync(join(folder, '*.deb'))) await build(['dpkg', '-x', file, folder])
  return folder
}

/** Downloads a file once. @throws Error if its SHA-256 differs */
export async function download(url: string, sha256: string): Promise<string> {
  const file = join(CACHE, url.split('/').at(-1)!)
  if (!existsSync(file)) {
    console.log(`downloading ${url}`)
    mkdirSync(CACHE, { recursive: true })
    const answer = await fetch(url)
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
    writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
  }
  const found = createHash('sha256').update(readFileSync(file)).digest('hex')
  if (found !== sha256) throw new Error(`${file} has the SHA-256 ${found}, expected ${sha256}; delete it`)
  return file
}
