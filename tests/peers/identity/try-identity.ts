import { IDENTITY_TABLE, writeRow, type Row } from '../clients/page.ts'
import { DEX_CHECKS, KEYCLOAK_CHECKS } from './checks.ts'
import { DEX_VERSION } from './dex.ts'
import { startIdentityHub, type IdentityHub } from './hub.ts'
import { KEYCLOAK_VERSION } from './keycloak.ts'

/** True if all checks passed. */
export async function tryIdentity(): Promise<boolean> {
  await using world = await startIdentityHub()
  const dex = await tryChecks(world, 'Dex', DEX_VERSION, DEX_CHECKS, ['provider-gone'])
  const keycloak = await tryChecks(world, 'Keycloak', KEYCLOAK_VERSION, KEYCLOAK_CHECKS)
  const gone = await tryChecks(world, 'Dex', dex.version, DEX_CHECKS, except(DEX_CHECKS, 'provider-gone'))
  const rows = [keycloak, { ...dex, tried: [...dex.tried, ...gone.tried] }]
  for (const row of rows) writeRow(row)
  return rows.every(({ tried }) => tried.every(({ failure }) => failure === null))
}

const except = (checks: object, name: string): string[] => Object.keys(checks).filter((what) => what !== name)

async function tryChecks(
  world: IdentityHub,
  name: string,
  version: string,
  checks: typeof KEYCLOAK_CHECKS,
  omitted: readonly string[] = [],
): Promise<Row> {
  const tried: Row['tried'][number][] = []
  for (const [what, check] of Object.entries(checks)) {
    if (omitted.includes(what)) continue
    const failure = await check(world).then(
      () => null,
      (error: Error) => error.message,
    )
    console.log(`${failure === null ? '✔' : '✖'} ${name} ${what}${failure === null ? '' : `: ${failure}`}`)
    tried.push({ what, failure })
  }
  return { table: IDENTITY_TABLE, name, version, tried, date: new Date().toISOString().slice(0, 10) }
}
