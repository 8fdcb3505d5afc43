import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { root } from '../../../bin/setup/tree.mjs'
import { CACHE, GO_ENVIRONMENT } from '../cache.ts'
import type { AreaReport } from '../report.ts'

const HERE = import.meta.dirname
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024

const here = (...parts: string[]) => join(HERE, ...parts)

export interface Toolchain {
  readonly name: string
  readonly needs: readonly string[]
  readonly manifest: string
  install(): Promise<void>
  command(program: string): readonly [string, ...string[]]
}

const python = (name: string, requirements: string): Toolchain => {
  const environment = join(CACHE, name)
  const lock = here('python', `${requirements}.txt`)
  return {
    name,
    needs: ['python3'],
    manifest: here('python', `${requirements}.in`),
    install: () => installPython(name, lock),
    command: (program) => [join(environment, 'bin/python'), here('python', `${program}.py`)],
  }
}

export const PYTHON = python('python', 'requirements')
/** Packages that need version 1 of the official SDK. */
export const PYTHON_MCP_1 = python('python-mcp-1', 'requirements-mcp-1')

export const FUZZ: Toolchain = {
  name: 'fuzz',
  needs: ['python3'],
  manifest: join(HERE, '../fuzz/requirements.in'),
  install: () => installPython('fuzz', join(HERE, '../fuzz/requirements.txt')),
  command: (program) => [join(CACHE, 'fuzz/bin', program)],
}

export const OWUI_CLIENT: Toolchain = {
  name: 'open-webui-clients',
  needs: ['python3'],
  manifest: join(HERE, '../open-webui-clients/requirements.in'),
  install: () => installPython('open-webui-clients', join(HERE, '../open-webui-clients/requirements.txt')),
  command: (program) => [join(CACHE, 'open-webui-clients/bin', program)],
}

export const JAVASCRIPT: Toolchain = {
  name: 'javascript',
  needs: ['npm'],
  manifest: here('javascript/package.json'),
  async install() {
    const folder = join(CACHE, 'javascript')
    mkdirSync(folder, { recursive: true })
    for (const path of globSync(here('javascript/*')))
      writeFileSync(join(folder, basename(path)), readFileSync(path))
    await once('javascript', [here('javascript/package-lock.json')], () =>
      run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], folder),
    )
  },
  command: (program) => [process.execPath, join(CACHE, 'javascript', `${program}.mjs`)],
}

export const GO: Toolchain = {
  name: 'go',
  needs: ['go'],
  manifest: here('go/go.mod'),
  install: () =>
    once('go', globSync(here('go/**/*.{go,mod,sum}')), () =>
      run('go', ['build', '-p', '1', '-o', join(CACHE, 'go/bin/'), './cmd/...'], here('go'), {
        ...GO_ENVIRONMENT,
        GOFLAGS: '-mod=readonly -modcacherw',
      }),
    ),
  command: (program) => [join(CACHE, 'go/bin', program)],
}

export const RUST: Toolchain = {
  name: 'rust',
  needs: ['cargo'],
  manifest: here('rust/Cargo.toml'),
  install: () =>
    once('rust', globSync(here('rust/**/*.{rs,toml,lock}')), () =>
      run('cargo', ['build', '--quiet', '--locked', '--jobs', '2'], here('rust'), {
        CARGO_TARGET_DIR: join(CACHE, 'rust'),
      }),
    ),
  command: (program) => [join(CACHE, 'rust/debug', program)],
}

const COPY_DEPENDENCIES = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies'
const jarsOf = (name: string) => join(CACHE, name, 'jars')
const classesOf = (name: string) => join(CACHE, name, 'classes')

export const JAVA: Toolchain = {
  name: 'java',
  needs: ['mvn', 'javac', 'java'],
  manifest: here('java/pom.xml'),
  install: () => installJava('java', here('java')),
  command: (program) => javaCommand('java', program),
}

/** Compiles the classes of a folder with the packages of its `pom.xml`. */
export const installJava = (name: string, folder: string): Promise<void> =>
  once(name, globSync(join(folder, '*')), async () => {
    rmSync(join(CACHE, name), { recursive: true, force: true })
    const copy = [COPY_DEPENDENCIES, `-DoutputDirectory=${jarsOf(name)}`]
    await run('mvn', ['--batch-mode', '--quiet', '--strict-checksums', ...copy], folder)
    const sources = globSync(join(folder, '*.java'))
    await run('javac', ['-cp', join(jarsOf(name), '*'), '-d', classesOf(name), ...sources])
  })

export const javaCommand = (name: string, program: string): readonly [string, ...string[]] => [
  'java',
  '-cp',
  `${classesOf(name)}${delimiter}${join(jarsOf(name), '*')}`,
  program,
]

/** Installs the toolchains one after the other. @returns Those that this computer can run */
export async function installToolchains<T extends Pick<Toolchain, 'name' | 'needs' | 'install'>>(
  toolchains: readonly T[],
  report: Pick<AreaReport, 'failed' | 'lacks'>,
  path?: string,
): Promise<ReadonlySet<T>> {
  const ready = new Set<T>()
  for (const toolchain of new Set(toolchains)) {
    const missing = missingProgram(toolchain, path)
    if (missing !== null) report.lacks(toolchain.name, missing)
    else
      await toolchain.install().then(
        () => ready.add(toolchain),
        (error: Error) => report.failed(`${toolchain.name}: ${error.message}`),
      )
  }
  return ready
}

export const installPython = (name: string, lock: string): Promise<void> =>
  once(name, [lock], async () => {
    await run('python3', ['-m', 'venv', '--clear', join(CACHE, name)])
    const pip = ['install', '--quiet', '--disable-pip-version-check', '--require-hashes', '-r', lock]
    await run(join(CACHE, name, 'bin/pip'), pip)
  })

/** Reason why this computer cannot run the toolchain, or null. */
export function missingProgram(
  { needs }: Pick<Toolchain, 'needs'>,
  path = process.env['PATH'] ?? '',
): string | null {
  const folders = path.split(delimiter).filter((folder) => folder !== '')
  const missing = needs.find((program) => !folders.some((folder) => existsSync(join(folder, program))))
  return missing === undefined ? null : `${missing} is not installed`
}

/** The pinned version in a manifest, or `?`. */
export function pinnedVersion({ manifest }: Pick<Toolchain, 'manifest'>, name: string): string {
  const named = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  const pattern = new RegExp(`(?<![\\w@/.-])${named}(?![\\w/.-])\\D*?(\\d+\\.\\d[\\w.-]*)`)
  return pattern.exec(readFileSync(manifest, 'utf8'))?.[1] ?? '?'
}

export async function once(
  name: string,
  files: readonly string[],
  install: () => Promise<void>,
): Promise<void> {
  const hash = createHash('sha256')
  for (const file of files.toSorted()) hash.update(readFileSync(file))
  const wanted = hash.digest('hex')
  const stamp = join(CACHE, `${name}.installed`)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  mkdirSync(CACHE, { recursive: true })
  console.log(`installing the ${name} packages`)
  await install()
  writeFileSync(stamp, wanted)
}

/** Low priority, because builds of these packages take minutes. */
export const run = (program: string, args: readonly string[], cwd = root, environment = {}): Promise<void> =>
  new Promise((resolve, reject) => {
    const options = { cwd, env: { ...process.env, ...environment }, maxBuffer: MAX_OUTPUT_BYTES }
    execFile('nice', ['-n', '10', program, ...args], options, (error, stdout, stderr) =>
      error ? reject(new Error(`${program} failed:\n${(stdout + stderr).slice(-3000)}`)) : resolve(),
    )
  })
