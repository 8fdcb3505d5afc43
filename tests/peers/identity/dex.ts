import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildGo } from '../cache.ts'
import { startProvider, type StartedProvider } from '../start-provider.ts'

/** A commit, because the releases of Dex are no Go modules. */
export const DEX_VERSION = 'ab64ed778070'
export const DEX_CLIENT = { id: 'hub', secret: 'the-secret-at-dex' }
export const DEX_PERSON = { email: 'dora@partner.example', password: 'password' }
/** bcrypt of `password` */
const HASH = '$2a$10$2b2cU8CPhOTaGrs1HRQuAueS7JTT5ZHsHSzYiFPm1leZck7Mc8T4W'

export interface Dex extends StartedProvider {
  readonly issuer: string
}

const installDex = (): Promise<string> =>
  buildGo(join(import.meta.dirname, 'dex-program'), 'github.com/dexidp/dex/cmd/dex')

/** @param hub Public address of the Hub */
export async function startDex(port: number, hub: string): Promise<Dex> {
  const folder = mkdtempSync(join(tmpdir(), 'dex-'))
  const issuer = `http://127.0.0.1:${port}/dex`
  const configuration = {
    issuer,
    storage: { type: 'memory' },
    web: { http: `127.0.0.1:${port}` },
    oauth2: { skipApprovalScreen: true },
    enablePasswordDB: true,
    staticClients: [{ ...DEX_CLIENT, name: 'Hub', redirectURIs: [`${hub}/oauth/dex/callback`] }],
    staticPasswords: [{ email: DEX_PERSON.email, hash: HASH, username: 'dora', userID: 'dora-1' }],
  }
  const file = join(folder, 'dex.json')
  writeFileSync(file, JSON.stringify(configuration), { mode: 0o600 })
  const started = await startProvider({
    name: 'Dex',
    command: [await installDex(), 'serve', file],
    ready: `${issuer}/.well-known/openid-configuration`,
  })
  return {
    ...started,
    issuer,
    async [Symbol.asyncDispose]() {
      await started.stop()
      rmSync(folder, { recursive: true })
    },
  }
}
