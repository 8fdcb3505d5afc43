import { execFile } from 'node:child_process'
import { copyFileSync, globSync, mkdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { CACHE, GO_ENVIRONMENT } from '../cache.ts'
import {
  installJava,
  installPython,
  javaCommand,
  once,
  pinnedVersion,
  run,
  type Toolchain,
} from '../clients/toolchains.ts'

const here = (...parts: string[]) => join(import.meta.dirname, ...parts)
const JAVASCRIPT = join(CACHE, 'senders-javascript')

export interface SignedRequest {
  /** Name of the package, and the registry or language in parentheses. */
  library: string
  endpoint: string
  headers: Record<string, string>
  body: string
}

export interface Signer extends Toolchain {
  row: string
}

export const SIGNERS: readonly Signer[] = [
  {
    row: 'npm packages',
    name: 'senders-javascript',
    needs: ['npm'],
    manifest: here('javascript/package.json'),
    install: () =>
      once('senders-javascript', globSync(here('javascript/*')), async () => {
        mkdirSync(JAVASCRIPT, { recursive: true })
        for (const path of globSync(here('javascript/*')))
          copyFileSync(path, join(JAVASCRIPT, basename(path)))
        await run(
          'npm',
          ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
          JAVASCRIPT,
        )
      }),
    command: () => [process.execPath, join(JAVASCRIPT, 'sign.mjs')],
  },
  {
    row: 'PyPI packages',
    name: 'senders-python',
    needs: ['python3'],
    manifest: here('python/requirements.in'),
    install: () => installPython('senders-python', here('python/requirements.txt')),
    command: () => [join(CACHE, 'senders-python/bin/python'), here('python/sign.py')],
  },
  {
    row: 'Go modules',
    name: 'senders-go',
    needs: ['go'],
    manifest: here('go/go.mod'),
    install: () =>
      once('senders-go', globSync(here('go/*')), () =>
        run('go', ['build', '-p', '1', '-o', join(CACHE, 'senders-go/sign'), '.'], here('go'), {
          ...GO_ENVIRONMENT,
          GOFLAGS: '-mod=readonly -modcacherw -buildvcs=false',
        }),
      ),
    command: () => [join(CACHE, 'senders-go/sign')],
  },
  {
    row: 'Rust crates',
    name: 'senders-rust',
    needs: ['cargo'],
    manifest: here('rust/Cargo.toml'),
    install: () =>
      once('senders-rust', globSync(here('rust/**/*.{rs,toml,lock}')), () =>
        run('cargo', ['build', '--quiet', '--locked', '--jobs', '2'], here('rust'), {
          CARGO_TARGET_DIR: join(CACHE, 'senders-rust'),
        }),
      ),
    command: () => [join(CACHE, 'senders-rust/debug/webhook-senders')],
  },
  {
    row: 'Java packages',
    name: 'senders-java',
    needs: ['mvn', 'javac', 'java'],
    manifest: here('java/pom.xml'),
    install: () => installJava('senders-java', here('java')),
    command: () => javaCommand('senders-java', 'Sign'),
  },
]

/**
 * @param secrets `standard` for Standard Webhooks, `other` for the other senders. @param address Address of the Hub's
 * endpoints.
 */
export async function signedBy(
  signer: Signer,
  secrets: { standard: string; other: string },
  address: string,
): Promise<SignedRequest[]> {
  const [program, ...args] = signer.command('sign')
  const { stdout } = await promisify(execFile)(program, [...args, secrets.standard, secrets.other, address])
  return JSON.parse(stdout) as SignedRequest[]
}

/** Such as `stripe 23.1.0` for the library `stripe (npm)`. */
export const packageOf = (signer: Signer, { library }: SignedRequest): string => {
  const [name, mode] = [library.replace(/ \(.*/, ''), /\), (.*)/.exec(library)?.[1]]
  const manifestName =
    signer.name === 'senders-go' ? GO_MODULES[name]! : name.replace('slack_sdk', 'slack-sdk')
  return `${name} ${pinnedVersion(signer, manifestName)}${mode === undefined ? '' : ` ${mode}`}`
}

const GO_MODULES: Readonly<Record<string, string>> = {
  standardwebhooks: 'github.com/standard-webhooks/standard-webhooks/libraries',
  svix: 'github.com/svix/svix-webhooks',
}
